/**
 * A service of the Tinker API that computes nothing: results are there as late as those of a model of stated speed would be. A process of its
 * own; its parameters are its only argument, as JSON; it sends its port to its parent, and what it was asked when it is asked for that.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import {
  decodeForwardBackward,
  encodeForwardBackwardOutput,
} from '../../src/engine/tinker/wire/forward-backward-protobuf.ts'
import { encodeSampleOutput } from '../../src/engine/tinker/wire/sample-protobuf.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { jsonType, protobufType } from '../../src/engine/tinker/wire/types.ts'
import { unevenFactor } from './uneven.ts'

const tokens = z.array(z.int()).transform(ids => Int32Array.from(ids))
const { firstTokenMs, tokenMs, spread, passTokensPerSecond, action, votes } = z
  .object({
    firstTokenMs: z.number(),
    tokenMs: z.number(),
    spread: z.number(),
    passTokensPerSecond: z.number(),
    action: tokens,
    votes: z.array(tokens).min(1),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'))

interface Result {
  readonly type: string
  readonly body: string | Uint8Array
}

const results = new Map<string, Promise<Result>>()
/** Requests by model and number: one that is sent again is known again. */
const known = new Map<string, string>()
const random = randomFrom(rootKey(1))
let count = 0
let sampling = 0
let busiest = 0
/** Until the last pass ends, ms: passes are one after the other. */
let busyUntil = 0
let firstPassAt: number | null = null
let lastUpdateAt: number | null = null

/** @returns the answer that names the result. */
function promise(afterMs: number, make: () => Result, key?: string): object {
  const again = key === undefined ? undefined : known.get(key)
  if (again !== undefined) return { request_id: again }
  const id = String((count += 1))
  if (key !== undefined) known.set(key, id)
  results.set(id, new Promise(resolve => setTimeout(() => resolve(make()), afterMs)))
  return { request_id: id }
}

const json = (value: object): Result => ({ type: jsonType, body: JSON.stringify(value) })

function sampled(text: string): object {
  const samples = Number(/"num_samples":(\d+)/.exec(text)?.[1] ?? 1)
  const seed = Number(/"seed":(\d+)/.exec(text)?.[1] ?? 0)
  const isVote = text.includes('"sampling_session_id":"reward-model')
  const answers = Array.from({ length: samples }, (_, index) =>
    isVote ? (votes[(seed + index) % votes.length] ?? action) : action,
  )
  sampling += 1
  busiest = Math.max(busiest, sampling)
  const longest = Math.max(...answers.map(({ length }) => length))
  return promise(unevenFactor(random, spread) * (firstTokenMs + longest * tokenMs), () => {
    sampling -= 1
    const sequences = answers.map(ids => ({
      stopReason: 'stop' as const,
      tokens: ids,
      logprobs: new Float32Array(ids.length).fill(-1),
    }))
    return { type: protobufType, body: encodeSampleOutput({ sequences, promptLogprobs: null }) }
  })
}

function passed(body: Uint8Array): object {
  const { modelId, seqId, data } = decodeForwardBackward(body)
  const now = Date.now()
  const read = data.reduce((sum, datum) => sum + datum.tokens.length, 0)
  /* The smallest ones only find out what this service can do. */
  if (read > 1) firstPassAt ??= now
  busyUntil = Math.max(now, busyUntil) + (1000 * read) / passTokensPerSecond
  const outputs = data.map(datum => ({ logprobs: new Float32Array(datum.tokens.length).fill(-1) }))
  const make = (): Result => ({
    type: protobufType,
    body: encodeForwardBackwardOutput({ lossFnOutputType: 'scalar', outputs, metrics: {} }),
  })
  return promise(busyUntil - now, make, `${modelId} ${seqId}`)
}

const models = ['policy', 'reward-model']

function answer(path: string, body: Buffer): object {
  const text = path === 'forward_backward' ? '' : body.toString()
  const field = (name: string): string => new RegExp(`"${name}":"([^"]*)"`).exec(text)?.[1] ?? ''
  switch (path) {
    case 'create_session':
      return { session_id: 'session' }
    case 'create_model':
      return promise(0, () => json({ model_id: `${field('base_model')}-${count}` }))
    case 'save_weights':
      return promise(0, () => json({ path: `tinker://${field('model_id')}/weights/${field('path')}` }))
    case 'save_weights_for_sampler':
      return promise(0, () => json({ path: null, sampling_session_id: `${field('model_id')}-${count}` }))
    case 'forward_backward':
      return passed(body)
    case 'asample':
      return sampled(text)
    case 'optim_step':
      lastUpdateAt = Date.now()
      return promise(0, () => json({ metrics: {} }))
    default:
      return promise(0, () => json({}))
  }
}

const send = (response: ServerResponse, { type, body }: Result): void => {
  response.setHeader('content-type', type)
  response.end(body)
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const path = (request.url ?? '').replace('/api/v1/', '')
    if (path === 'get_server_capabilities')
      return send(
        response,
        json({ supported_models: models.map(name => ({ model_name: name, max_context_length: 32_768 })) }),
      )
    const body = Buffer.concat(parts)
    if (path !== 'retrieve_future') return send(response, json(answer(path, body)))
    const id = /"request_id":"(\d+)"/.exec(body.toString())?.[1] ?? ''
    const result = results.get(id)
    if (result === undefined) {
      response.statusCode = 404
      return response.end()
    }
    return void result.then(made => {
      results.delete(id)
      send(response, made)
    })
  })
})
server.keepAliveTimeout = 75_000
server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
process.on('message', () => process.send?.({ busiest, firstPassAt, lastUpdateAt }))
process.on('disconnect', () => process.exit())
