/** Each of the recorded bodies goes through the client: what was asked is sent in the same words, and what was answered is read, or refused as it is to be. */
import type { Fetch } from '../../../src/engine/http/fetch.ts'
import { chatApi } from '../../../src/engine/openai/chat-api.ts'
import { completionsApi } from '../../../src/engine/openai/completions-api.ts'
import { llamaCppApi } from '../../../src/engine/openai/llama-cpp-api.ts'
import type { Drawing, SamplingProtocol } from '../../../src/engine/openai/sampling-api.ts'
import { nth } from '../../../src/math/nth.ts'
import { createHttpClient } from '../../../src/engine/http/http-client.ts'
import { passOutput } from '../../../src/engine/tinker/service/passes.ts'
import {
  created,
  forSampler,
  promised,
  samplingSession,
  saved,
  updated,
} from '../../../src/engine/tinker/service/replies.ts'
import { openService, type Service } from '../../../src/engine/tinker/service/service.ts'
import {
  encodeForwardBackward,
  decodeForwardBackward,
} from '../../../src/engine/tinker/wire/forward-backward-protobuf.ts'
import {
  forwardBackwardJson,
  modelInputJson,
  parseForwardBackward,
  parseModelInput,
  parseSampleOutput,
} from '../../../src/engine/tinker/wire/json.ts'
import { decodeSampleOutput } from '../../../src/engine/tinker/wire/sample-protobuf.ts'
import { bytesOf, fieldsOf, replaying, replyOf, rowsOf, titled, type Recorded } from './recorded.ts'

interface Sent {
  readonly path: string
  readonly body: Buffer
}

/** Answers as was recorded, by the path that is asked. */
function replay(rows: readonly Recorded[]) {
  const sent: Sent[] = []
  const fetch: Fetch = async (url, { body = '' }) => {
    const path = new URL(url).pathname
    sent.push({ path, body: Buffer.from(body as Uint8Array) })
    const row = rows.find(each => each.path === path)
    if (row === undefined) throw new Error(`nothing is recorded of ${path}`)
    return replyOf(row)
  }
  return { sent, fetch }
}

/** A client that was opened by the service's own words, and then meets the row. */
async function opened(row: Recorded) {
  const beginning = rowsOf(row.server).filter(({ step }) => step === 'capabilities' || step === 'create_session')
  let { fetch } = replay(beginning)
  const service = await openService({
    ...{ url: 'http://recorded', key: 'key', deadlineMs: 50, maxConcurrent: 1 },
    fetch: (input, init) => fetch(input, init),
  })
  const { sent, fetch: ofRow } = replay([row])
  fetch = ofRow
  return { service, sent }
}

/** What the client never sends: it does not ask after health, writes no broken JSON, and asks for capabilities when it is opened, as above. */
const unsent = ['healthz', 'err not json', 'capabilities']

/** Numbers as the service keeps them, of four bytes. */
const singles = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => (typeof value === 'number' ? Math.fround(value) : value))

/** Errors by status; of any other that is no success, that the service has refused it. */
const namesOf: Readonly<Record<number, readonly string[]>> = {
  404: ['LostModelError', 'LostResultError'],
  500: ['StatusError', 'OutOfTimeError'],
}

/** Why it was refused on the service, in its words. */
function wordsOf(response: unknown): string {
  const { detail, error } = fieldsOf(response)
  if (typeof detail === 'string') return detail
  if (detail !== undefined) return JSON.stringify(detail)
  return typeof error === 'string' ? (error.split('\n', 1)[0] ?? '') : String(response)
}

/** What a result holds, by the request that it is of. */
function readResult(step: string, result: Awaited<ReturnType<Service['result']>>, row: Recorded): unknown {
  const value = (): unknown => JSON.parse(Buffer.from(result.body).toString())
  const { loss_fn_outputs: outputs, sequences } = fieldsOf(row.response)
  if (Array.isArray(outputs))
    return passOutput(result, row.responseProtobuf === undefined ? outputs.length : dataOf(step, row))
  if (sequences !== undefined)
    return row.responseProtobuf === undefined ? parseSampleOutput(value()) : decodeSampleOutput(result.body)
  if (step.startsWith('create_model')) return created.parse(value())
  if (step.startsWith('create_sampling_session')) return samplingSession.parse(value())
  if (step.startsWith('save_weights_for_sampler')) return forSampler.parse(value())
  if (step.startsWith('save_weights')) return saved.parse(value())
  if (step.startsWith('optim')) return updated.parse(value())
  return value()
}

/** How many data the pass had that the result is of. */
function dataOf(step: string, { server }: Recorded): number {
  const request = rowsOf(server).find(row => `${row.step} > retrieve_future` === step)?.requestProtobuf ?? ''
  return decodeForwardBackward(bytesOf(request)).data.length
}

/** What the client sends for it: passes and prompts are read, and written anew. */
function bodyOf({ path = '', request, requestProtobuf }: Recorded): Parameters<Service['ask']>[1] {
  if (requestProtobuf !== undefined)
    return { protobuf: encodeForwardBackward(decodeForwardBackward(bytesOf(requestProtobuf))) }
  const fields = fieldsOf(request)
  if (/forward(_backward)?$/.test(path) && 'forward_backward_input' in fields)
    return { json: { ...fields, ...forwardBackwardJson(parseForwardBackward(fields)) } }
  /* Long ones are shortened in the recording. */
  const isWhole = !JSON.stringify(fields).includes('…')
  if (path.endsWith('asample') && isWhole)
    return { json: { ...fields, prompt: modelInputJson(parseModelInput(fields['prompt'])) } }
  return { json: fields }
}

for (const [server, rows, bodiless] of [
  ['skyrl', 83, 11],
  ['hatchery', 77, 4],
] as const)
  replaying(
    titled(`${server}: each of ${rows} requests is sent as it was, and each answer is read or refused`),
    async t => {
      const bodies = rowsOf(server).filter(row => row.path !== undefined)
      /* What follows from several answers, as log-probabilities that were compared, has no body of its own. */
      t.is(rowsOf(server).length - bodies.length, bodiless)
      t.is(bodies.length + bodiless, rows)
      for (const row of bodies.filter(({ step }) => !unsent.includes(step))) {
        const { step, path = '', status, request, requestProtobuf, response } = row
        const { service, sent } = await opened(row)
        t.teardown(service.close)
        const name = path.replace('/api/v1/', '')
        const asked = (): Promise<unknown> =>
          name === 'retrieve_future'
            ? service
                .result(step, String(fieldsOf(request)['request_id']))
                .then(result => readResult(step, result, row))
            : service.ask(name, bodyOf(row), { repeatable: false })
        const { type } = fieldsOf(response)
        if (status === 200 && type !== 'request_failed') {
          const read = await asked()
          if (name === 'retrieve_future') t.truthy(read, step)
          else t.deepEqual(read, response, step)
          if (fieldsOf(response)['request_id'] !== undefined)
            t.is(promised.parse(read).request_id, String(fieldsOf(response)['request_id']))
        } else {
          const error = await t.throwsAsync(asked, undefined, step)
          /* Of a result alone: a service that is broken is asked until there is no time left. */
          const ownWords: Readonly<Record<string, string>> = {
            LostResultError: 'the service has lost its result (404)',
            OutOfTimeError: 'has no result after',
          }
          const words = ownWords[error?.name ?? ''] ?? wordsOf(response)
          t.true(error?.message.includes(words.slice(0, 40)) ?? false, `${step}: ${String(error)}`)
          const names = namesOf[status ?? 0] ?? ['RefusedError']
          t.true(names.includes(error?.name ?? ''), `${step}: ${String(error)}`)
        }
        const [first] = sent
        t.is(first?.path, path, step)
        if (requestProtobuf !== undefined) t.is(first?.body.toString('base64'), requestProtobuf, step)
        else t.deepEqual(singles(first?.body.toString() ?? ''), singles(JSON.stringify(request)), step)
      }
    },
  )

const protocols: readonly SamplingProtocol[] = [llamaCppApi, completionsApi, chatApi]
const drawing: Drawing = {
  ...{ model: 'policy', prompt: Int32Array.of(10, 25, 37, 41), maxTokens: 6, temperature: 1, topP: 1 },
  ...{ stop: [2], seed: 11, schema: null, samples: 1 },
}

replaying(
  titled('llama.cpp: each of 19 answers is read or refused, and what is asked agrees with what was asked'),
  async t => {
    const rows = rowsOf('llama.cpp')
    t.is(rows.length, 19)
    for (const row of rows) {
      const { step, path = '', request, response, status } = row
      const { sent, fetch } = replay([row])
      const http = createHttpClient({ baseUrl: 'http://recorded', deadlineMs: 50, fetch })
      t.teardown(http.close)
      const method = request === null ? 'GET' : 'POST'
      const body = method === 'GET' ? {} : { body: JSON.stringify(request) }
      const asked = () => http.send({ method, path, ...body }, { repeatable: false })
      if (status !== 200) {
        const error = await t.throwsAsync(asked, { name: 'StatusError' }, step)
        const { message } = fieldsOf(fieldsOf(response)['error'])
        t.true(error?.message.includes(String(message)) ?? false, String(error))
        continue
      }
      const value: unknown = JSON.parse(Buffer.from((await asked()).body).toString())
      t.deepEqual(value, response, step)
      if (method === 'POST') t.deepEqual(JSON.parse(sent[0]?.body.toString() ?? ''), request, step)
      const protocol = protocols.find(each => each.path === path)
      if (protocol === undefined) continue
      if (protocol !== chatApi) {
        const own = protocol.bodyOf(drawing)
        const shared = Object.keys(fieldsOf(request)).filter(key => key in own)
        t.true(shared.length >= 3, `${step}: ${shared.join()}`)
        for (const key of shared) t.is(typeof own[key], typeof fieldsOf(request)[key], `${step}: ${key}`)
      }
      const { tokens, logprobs, finish } = nth(protocol.samplesOf(value, drawing), 0)
      t.true(tokens.length > 0 && logprobs.length === tokens.length, step)
      t.true(finish === 'stop' || finish === 'length')
      if (protocol !== chatApi) t.true(Number.isFinite(logprobs[0]), step)
      t.truthy(protocol.tokensOf(value), step)
    }
  },
)

replaying(titled('SkyRL: the loss that objectives are sent as moves a model as its own ppo does'), t => {
  const moved = (step: string): unknown =>
    fieldsOf(rowsOf('skyrl').find(row => row.step === step))['deltaLogprobs'] ?? t.fail(`${step} is not recorded`)
  t.deepEqual(moved('linearisation: IS, A'), moved('linearisation: ppo at old policy'))
  t.notDeepEqual(moved('linearisation: CE, weights = A'), moved('linearisation: ppo at old policy'))
})
