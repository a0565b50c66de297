/** Whatever breaks between the engine and a service: nothing hangs, nothing is applied twice, and each fault ends as docs/services.md says. */
import test, { type ExecutionContext } from 'ava'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Device } from '../../../src/contracts/models/device.ts'
import type { ModelEngine } from '../../../src/contracts/models/model-engine.ts'
import type { ModelReference } from '../../../src/contracts/models/model-reference.ts'
import { createOnnxDevice } from '../../../src/engine/local/create-onnx-device.ts'
import { createTinkerEngine } from '../../../src/engine/tinker/create-tinker-engine.ts'
import {
  decodeForwardBackward,
  decodeForwardBackwardOutput,
  encodeForwardBackward,
  encodeForwardBackwardOutput,
} from '../../../src/engine/tinker/wire/forward-backward-protobuf.ts'
import { decodeSampleOutput, encodeSampleOutput } from '../../../src/engine/tinker/wire/sample-protobuf.ts'
import { protobufType } from '../../../src/engine/tinker/wire/types.ts'
import { saveModel } from '../../../src/model/checkpoint.ts'
import { createTinkerServer } from '../../../src/serve/tinker-server.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { virtualService, type Answering, type Asked } from '../../fixtures/http/virtual-service.ts'
import { greedy, livelyModel, smallConfig, usualUpdate } from '../../laws/device/device-cases.ts'
import { usualOptions } from './served-device.ts'

interface Served {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
}

/** Answers one request wrongly. @param serve what the service would have answered, and has done then. */
type Fault = (serve: () => Promise<Served>, answering: Answering) => Promise<void> | void

const send = ({ response }: Answering, { status, contentType, body }: Served): void =>
  void response.writeHead(status, { 'content-type': contentType }).end(body)
const refusing =
  (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  (_, { json }) =>
    json(status, { detail: `told to answer ${status}` }, headers)
const resetBefore: Fault = (_, { reset }) => reset()
const resetAfter: Fault = async (serve, { reset }) => {
  await serve()
  reset()
}
const halfReply: Fault = async (serve, { response }) => {
  const { body, contentType } = await serve()
  const bytes = Buffer.from(body)
  response.writeHead(200, { 'content-type': contentType, 'content-length': String(bytes.length) })
  response.write(bytes.subarray(0, bytes.length >> 1))
  await new Promise(resolve => setImmediate(resolve))
  response.destroy()
}
const silence: Fault = (_, { hold }) => hold()
const silenceAfter: Fault = async (serve, { hold }) => {
  await serve()
  await hold()
}
const late: Fault = async (serve, answering) => {
  await answering.hold(50_000)
  send(answering, await serve())
}
const garbled: Fault = async (serve, answering) => {
  await serve()
  send(answering, { status: 200, contentType: 'application/json', body: '<html>' })
}
const asked =
  (change: (output: ReturnType<typeof decodeForwardBackwardOutput>) => unknown): Fault =>
  async (serve, answering) => {
    const reply = await serve()
    const output = decodeForwardBackwardOutput(Buffer.from(reply.body))
    change(output)
    send(answering, { ...reply, body: encodeForwardBackwardOutput(output) })
  }
const foreign: Fault = async (serve, answering) => {
  const reply = await serve()
  const output = decodeSampleOutput(Buffer.from(reply.body))
  output.sequences[0]?.tokens.fill(99_999)
  send(answering, { ...reply, body: encodeSampleOutput(output) })
}
const jsonWith =
  (change: (value: { metrics?: Record<string, number | null>; sequences?: unknown[] }) => unknown): Fault =>
  async (serve, answering) => {
    const reply = await serve()
    const value = JSON.parse(Buffer.from(reply.body).toString()) as object
    change(value)
    send(answering, { ...reply, body: JSON.stringify(value) })
  }

interface Case {
  /** Of the request; a result is asked for at `result of …`. */
  readonly at: string
  /** Which of those, from 1. */
  readonly nth?: number
  readonly fault: Fault
  /** How often it happens. */
  readonly times?: number
  /** What the error says; `null` if all ends well. */
  readonly ends: RegExp | null
  /** Whether the service knows a request again; it does if left out. */
  readonly forgets?: boolean
}

const lost = /^it is unknown what the last update did to the model/
const cases: Readonly<Record<string, Case>> = {
  'the session is answered with a reset': { at: 'create_session', fault: resetAfter, ends: null },
  'a key is refused': { at: 'create_session', fault: refusing(401), ends: /refused for its key.*keyVariable/ },
  'the service is overloaded at first': { at: 'create_session', fault: refusing(503), times: 3, ends: null },
  'a model is made, and half of the answer lost': { at: 'create_model', fault: halfReply, ends: null },
  'a model is refused': { at: 'create_model', fault: refusing(400), ends: /create_model was refused \(400\)/ },
  'a model takes 50 s': { at: 'create_model', fault: late, ends: null },
  'the promise of a model is gone': { at: 'result of create_model', fault: refusing(410), ends: /has lost its result/ },
  'a poll is reset': { at: 'result of forward', fault: resetBefore, ends: null },
  'a poll is never answered': { at: 'result of forward', fault: silence, ends: null },
  'polls are answered 408': { at: 'result of forward', fault: refusing(408), times: 20, ends: null },
  'a poll is answered 429': { at: 'result of forward', fault: refusing(429, { 'retry-after': '9' }), ends: null },
  'polls are answered 502 for a while': { at: 'result of forward', fault: refusing(502), times: 8, ends: null },
  'a poll is answered 500 once': { at: 'result of forward', fault: refusing(500), ends: null },
  'polls are answered 500': {
    at: 'result of forward',
    nth: 2,
    fault: refusing(500),
    times: 99,
    ends: /\(500\) failed on the service/,
  },
  'the service was started anew without its models': {
    at: 'result of forward',
    nth: 2,
    fault: (_, { json }) => json(400, { detail: 'Model m not loaded (likely stale request from previous server)' }),
    ends: /has lost the model/,
  },
  'the result of a score is lost': { at: 'result of forward', nth: 2, fault: refusing(404), ends: null },
  'log-probabilities are NaN': {
    at: 'result of forward',
    nth: 2,
    fault: asked(({ outputs }) => outputs[0]?.['logprobs']?.fill(NaN)),
    ends: /model m: the log-probabilities is not finite/,
  },
  'a score is of another length': {
    at: 'result of forward',
    nth: 2,
    fault: asked(({ outputs }) => Object.assign(outputs[0] ?? {}, { logprobs: new Float32Array(1) })),
    ends: /must answer 7 log-probabilities, got 1/,
  },
  'a score is not of the API': { at: 'result of forward', nth: 2, fault: garbled, ends: /not JSON/ },
  'a score is computed twice, since the first answer was lost': {
    at: 'forward',
    nth: 2,
    fault: resetAfter,
    forgets: true,
    ends: null,
  },
  'gradients are received, and the answer reset': { at: 'forward_backward', fault: resetAfter, ends: null },
  'gradients are received, and never answered': { at: 'forward_backward', fault: silenceAfter, ends: null },
  'gradients are refused': {
    at: 'forward_backward',
    fault: refusing(422),
    ends: /^forward_backward was refused \(422\)/,
  },
  'the promise of gradients is not of the API': { at: 'forward_backward', fault: garbled, ends: lost },
  'gradients are answered with what is not of the API': {
    at: 'result of forward_backward',
    fault: garbled,
    ends: lost,
  },
  'gradients are answered for fewer data': {
    at: 'result of forward_backward',
    fault: asked(({ outputs }) => Object.assign(outputs, { length: 0 })),
    ends: lost,
  },
  'the result of gradients is lost once': { at: 'result of forward_backward', fault: refusing(410), ends: null },
  'the result of gradients is lost': { at: 'result of forward_backward', fault: refusing(410), times: 99, ends: lost },
  'an update is applied, and the answer reset': { at: 'optim_step', fault: resetAfter, ends: null },
  'an update is applied, and half of the answer lost': { at: 'optim_step', fault: halfReply, ends: null },
  'an update is applied, and never answered': { at: 'optim_step', fault: silenceAfter, ends: null },
  'an update is refused': { at: 'optim_step', fault: refusing(400), ends: lost },
  'an update is answered 503 once': { at: 'optim_step', fault: refusing(503), ends: null },
  'an update is answered 503 by a service that forgets': {
    at: 'optim_step',
    fault: refusing(503),
    forgets: true,
    ends: lost,
  },
  'an update is applied, and the answer reset, by a service that forgets': {
    at: 'optim_step',
    fault: resetAfter,
    forgets: true,
    ends: lost,
  },
  'gradients are received, and the answer reset, by a service that forgets': {
    at: 'forward_backward',
    fault: resetAfter,
    forgets: true,
    ends: lost,
  },
  'the result of an update is lost by a service that forgets': {
    at: 'result of optim_step',
    fault: refusing(404),
    forgets: true,
    ends: lost,
  },
  'the norm of an update is NaN': {
    at: 'result of optim_step',
    fault: jsonWith(value => Object.assign(value, { metrics: { grad_norm: null } })),
    ends: /model m: the gradient on the service is not finite/,
  },
  'an update is never done': { at: 'result of optim_step', fault: refusing(408), times: 10_000, ends: lost },
  'the model is not known any more': { at: 'optim_step', fault: refusing(404), ends: lost },
  'weights are saved, and the answer reset': { at: 'save_weights', fault: resetAfter, ends: null },
  'a name is taken': { at: 'save_weights', fault: refusing(409), ends: null },
  'a sampler is made, and the answer reset': { at: 'save_weights_for_sampler', fault: resetAfter, ends: null },
  'a sample is drawn, and the answer reset': { at: 'asample', fault: resetAfter, ends: null },
  'the result of a sample is lost': { at: 'result of asample', fault: refusing(410), ends: null },
  'a sample is not of the API': { at: 'result of asample', fault: garbled, ends: /not JSON/ },
  'a sample has foreign tokens': {
    at: 'result of asample',
    fault: foreign,
    ends: /a sampled token must be in \[0, \d+\), got 99999/,
  },
  'heartbeats are answered 503': { at: 'session_heartbeat', fault: refusing(503), times: 3, ends: null },
}

/** How docs/services.md says that each of them ends, by the first cell of its table. */
const documented: Readonly<Record<string, readonly string[]>> = {
  'answer within 60 s': ['a model takes 50 s'],
  'reset, half a reply or none within 60 s': [
    'the session is answered with a reset',
    'a model is made, and half of the answer lost',
    'a poll is reset',
    'a poll is never answered',
    'weights are saved, and the answer reset',
    'a sampler is made, and the answer reset',
    'a sample is drawn, and the answer reset',
    'a score is computed twice, since the first answer was lost',
    'gradients are received, and the answer reset',
    'gradients are received, and never answered',
    'gradients are received, and the answer reset, by a service that forgets',
    'an update is applied, and the answer reset',
    'an update is applied, and half of the answer lost',
    'an update is applied, and never answered',
    'an update is applied, and the answer reset, by a service that forgets',
  ],
  '429, or 5xx to a repeatable request': [
    'the service is overloaded at first',
    'a poll is answered 429',
    'an update is answered 503 once',
    'heartbeats are answered 503',
  ],
  '5xx to another request': ['an update is answered 503 by a service that forgets'],
  '400, 422 and other refusals': ['a model is refused', 'gradients are refused', 'an update is refused'],
  '401, 403': ['a key is refused'],
  '404 or 410 for a model or session, or a result "model not loaded"': [
    'the model is not known any more',
    'the service was started anew without its models',
  ],
  '409 for the name of a checkpoint': ['a name is taken'],
  '404 or 410 for a result': [
    'the promise of a model is gone',
    'the result of a score is lost',
    'the result of gradients is lost once',
    'the result of gradients is lost',
    'the result of an update is lost by a service that forgets',
    'the result of a sample is lost',
  ],
  '408, or `try_again` for a result': ['polls are answered 408'],
  '500 for a result': ['a poll is answered 500 once', 'polls are answered 500'],
  '402, 425, 502, 503, 504 for a result': ['polls are answered 502 for a while'],
  'no answer at the deadline': ['an update is never done'],
  'NaN in log-probabilities': ['log-probabilities are NaN'],
  'NaN in an update': ['the norm of an update is NaN'],
  'wrong length, foreign tokens, not the API': [
    'a score is of another length',
    'a score is not of the API',
    'a sample is not of the API',
    'a sample has foreign tokens',
    'the promise of gradients is not of the API',
    'gradients are answered with what is not of the API',
    'gradients are answered for fewer data',
  ],
}

/** Tried by test/engine/http/http-client.test.ts and test/run/services/served-run.test.ts. */
const triedElsewhere = ['connection refused', "the engine's thread or this process ends"]

test('there are more than thirty faults, and the page says of each how it ends', async t => {
  t.true(Object.keys(cases).length >= 30)
  t.deepEqual(Object.values(documented).flat().toSorted(), Object.keys(cases).toSorted())
  const page = await readFile('docs/services.md', 'utf8')
  const [, table = ''] = /\n\| event .*\n\| -.*\n((?:\|.*\n)+)/.exec(page) ?? []
  const rows = table.split('\n').flatMap(line => (line === '' ? [] : [line.split(' | ')[0]?.slice(1).trim()]))
  t.deepEqual(rows.toSorted(), [...Object.keys(documented), ...triedElsewhere].toSorted())
})

let opened: Promise<Device> | null = null
test.after.always(async () => (await opened)?.close())

async function stage(t: ExecutionContext, { at, nth = 1, fault, times = 1, forgets = false }: Omit<Case, 'ends'>) {
  const folder = await temporaryFolder(t)
  await saveModel(join(folder, 'base'), livelyModel(smallConfig, 1))
  const local = await (opened ??= createOnnxDevice())
  const updates: string[] = []
  const device: Device = {
    ...local,
    optimStep: (model, options) => {
      updates.push(model)
      return local.optimStep(model, options)
    },
  }
  const works = new Map<string, string>()
  const seen = new Set<string>()
  let matching = 0
  const service = await virtualService(t, async (one, answering) => {
    const place = placeOf(one, works)
    const own = forgets ? renumbered(one, seen) : one.body
    const serve = async (): Promise<Served> => {
      const reply = await server.handle({
        method: one.method,
        path: one.path,
        contentType: one.headers['content-type'] ?? '',
        accept: one.headers.accept ?? '',
        body: own,
      })
      const id = /"request_id":"(\d+)"/.exec(typeof reply.body === 'string' ? reply.body : '')?.[1]
      if (id !== undefined && !place.startsWith('result')) works.set(id, place)
      return reply
    }
    if (place === at) matching += 1
    const isHit = place === at && matching >= nth && matching < nth + times
    await (isHit ? fault(serve, answering) : serve().then(reply => send(answering, reply)))
  })
  const { scheduler, fetch, baseUrl, until } = service
  const server = createTinkerServer({
    device,
    models: { base: join(folder, 'base') },
    folder,
    maxModels: 16,
    scheduler,
  })
  const open = async (): Promise<ModelEngine> => {
    const engine = await createTinkerEngine(
      { ...usualOptions, url: baseUrl, deadlineMs: 120_000 },
      { scheduler, fetch },
    )
    t.teardown(() => until(engine.close()))
    return engine
  }
  return { open, until, updates, base: join(folder, 'base'), hits: () => matching }
}

/** What is asked: the last part of the path; a result by what it is the result of. */
function placeOf({ path, body, headers }: Asked, works: ReadonlyMap<string, string>): string {
  const name = path.replace('/api/v1/', '')
  if (name === 'retrieve_future') {
    const { request_id: id } = JSON.parse(body.toString()) as { readonly request_id: string }
    return `result of ${works.get(id) ?? 'nothing'}`
  }
  if (name !== 'forward_backward' || headers['content-type'] !== protobufType) return name
  return decodeForwardBackward(body).forwardOnly ? 'forward' : name
}

/** A request that was seen before, as one that was never seen. */
function renumbered({ body, headers }: Asked, seen: Set<string>): Uint8Array {
  const known = seen.has(body.toString('base64'))
  seen.add(body.toString('base64'))
  if (!known || body.length === 0) return body
  const seqId = 1_000_000 + seen.size
  if (headers['content-type'] === protobufType) return encodeForwardBackward({ ...decodeForwardBackward(body), seqId })
  const value = JSON.parse(body.toString()) as object
  return 'seq_id' in value ? Buffer.from(JSON.stringify({ ...value, seq_id: seqId })) : body
}

const sequence = { tokens: Int32Array.of(3, 1, 4, 1, 5, 9, 2, 6) }
const span = { start: 1, end: 8, advantage: 1, oldLogprobs: new Float32Array(7).fill(-3), weight: 1 }
const objective = { kind: 'clipped', clip: 0.2, klWeight: 0.1 } as const

/** One update between two snapshots. */
async function update(engine: ModelEngine): Promise<Float32Array> {
  await engine.forwardBackward('m', [{ sequence, spans: [span] }], objective)
  await engine.optimStep('m', usualUpdate)
  const [logprobs = new Float32Array(0)] = await engine.logprobs('m', [sequence])
  return logprobs
}

async function play(open: () => Promise<ModelEngine>, base: string, saved: ModelReference[]): Promise<Float32Array> {
  const engine = await open()
  await engine.load('m', { kind: 'folder', path: base })
  saved.push(await engine.snapshot('m'))
  const logprobs = await update(engine)
  await engine.sample('m', [{ ...greedy('c', sequence.tokens), maxTokens: 2 }])
  saved.push(await engine.snapshot('m'))
  return logprobs
}

let undisturbed: Promise<Float32Array> | null = null
const wanted = async (t: ExecutionContext): Promise<Float32Array> => {
  undisturbed ??= stage(t, { at: 'nothing', fault: silence }).then(({ open, base, until }) =>
    until(play(open, base, [])),
  )
  return undisturbed
}

for (const [name, { ends, ...where }] of Object.entries(cases)) {
  test.serial(`${name}: ${ends === null ? 'all ends well' : 'an error'}`, async t => {
    const expected = await wanted(t)
    const { open, until, updates, base, hits } = await stage(t, where)
    const saved: ModelReference[] = []
    const played = until(play(open, base, saved))
    if (ends === null) {
      t.deepEqual(await played, expected)
      t.is(updates.length, 1)
      if (where.at !== 'session_heartbeat') t.true(hits() > 0, 'the fault did not happen')
      return
    }
    const error = await t.throwsAsync(played, { message: ends })
    t.true(hits() > 0)
    t.true(updates.length <= 1, `${updates.length} updates`)
    const [before] = saved
    if (error.name !== 'LostModelError' || before === undefined) return
    /* As a fresh actor does: what came since the last snapshot is done again, once. */
    const again = async (): Promise<Float32Array> => {
      const engine = await open()
      await engine.load('m', before)
      return update(engine)
    }
    if (where.times === undefined) t.deepEqual(await until(again()), expected)
  })
}
