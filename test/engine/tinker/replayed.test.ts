/** The client meets what real services answered, word for word: SkyRL 0.4.0 in protobuf, hatchery 0.3.0 in JSON. */
import type { ExecutionContext } from 'ava'
import type { Fetch } from '../../../src/engine/http/fetch.ts'
import { openService } from '../../../src/engine/tinker/service/service.ts'
import { openTrainingModel } from '../../../src/engine/tinker/service/training-model.ts'
import { decodeForwardBackward } from '../../../src/engine/tinker/wire/forward-backward-protobuf.ts'
import { forwardDatum, trainingDatum } from '../../../src/engine/tinker/data/datums.ts'
import { bytesOf, fieldsOf, replaying, replyOf, rowsOf, titled, type Recorded } from './recorded.ts'

/** Tokens of the recorded passes, with what follows. */
const tokens = Int32Array.of(10, 25, 37, 41, 52, 63, 77, 80, 2)
const adam = { learning_rate: 1e-3, beta1: 0.9, beta2: 0.95, eps: 1e-8, weight_decay: 0, grad_clip_norm: 1 }

function service(server: string, steps: Readonly<Record<string, string>>) {
  const rows = rowsOf(server)
  const row = (step: string): Recorded => {
    const found = rows.find(each => each.step === step)
    if (found === undefined) throw new Error(`${server} has no ${step}`)
    return found
  }
  const sent: { readonly path: string; readonly body: Uint8Array; readonly type: string }[] = []
  const promises = new Map<string, string>()
  const fetch: Fetch = async (url, { body = '', headers }) => {
    const path = new URL(url).pathname.replace('/api/v1/', '')
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const type = new Headers(headers).get('content-type') ?? ''
    sent.push({ path, body: bytes, type })
    if (path === 'session_heartbeat') return replyOf(row('session_heartbeat'))
    if (path === 'retrieve_future') {
      const id = String(fieldsOf(JSON.parse(Buffer.from(bytes).toString()))['request_id'])
      return replyOf(row(`${promises.get(id) ?? ''} > retrieve_future`))
    }
    const isProtobuf = type === 'application/x-protobuf'
    if (server.startsWith('hatchery') && isProtobuf) return new Response('{"detail":"not JSON"}', { status: 422 })
    const forwardOnly = isProtobuf && decodeForwardBackward(bytes).forwardOnly
    const step = steps[forwardOnly ? 'forward' : path] ?? path
    const answer = row(step)
    const id = fieldsOf(answer.response)['request_id']
    if (typeof id === 'string') promises.set(id, step)
    return replyOf(answer)
  }
  return { fetch, sent, row }
}

const common = {
  get_server_capabilities: 'capabilities',
  create_model: 'create_model lora',
  forward: 'fb cross_entropy',
  forward_backward: 'fb importance_sampling',
  save_weights_for_sampler: 'save_weights_for_sampler ephemeral',
  asample: 'asample trained',
}

async function opened(t: ExecutionContext, server: string, steps: Readonly<Record<string, string>>) {
  const { fetch, sent, row } = service(server, steps)
  const own = await openService({ url: 'http://recorded', key: 'key', deadlineMs: 5000, maxConcurrent: 4, fetch })
  t.teardown(own.close)
  return { own, sent, row }
}

replaying(titled('SkyRL: a model is made, scored, trained, sampled from and saved'), async t => {
  const { own, sent, row } = await opened(t, 'skyrl', common)
  t.is(own.sessionId, 'session_e0629b27')
  const model = await openTrainingModel(own, { baseModel: 'MODEL_DIR', rank: 8, seed: 3, path: null })
  t.is(model.id, 'model_8c5b0e2c')
  t.is(model.form, 'protobuf')
  t.true(model.knowsAgain)
  const [{ logprobs = new Float32Array(0) } = {}] = await model.forward([forwardDatum({ tokens })])
  t.deepEqual(Math.round(1e4 * (logprobs[0] ?? NaN)), -63634)
  const wanted = decodeForwardBackward(bytesOf(row('fb importance_sampling').requestProtobuf ?? ''))
  const old = Float32Array.from(wanted.data[0]?.inputs['logprobs']?.data ?? [])
  const advantages = Float32Array.from(old, (_, at) => (at % 2 === 0 ? -1 : 0.5))
  const metrics = await model.train([trainingDatum({ tokens }, old, advantages)], { fn: 'importance_sampling' }, adam)
  t.is(metrics['skyrl.ai/grad_norm'], 16.4774)
  /* What is sent is what the recorded service was sent, except for its number. */
  const passes = sent
    .filter(({ type }) => type === 'application/x-protobuf')
    .map(({ body }) => decodeForwardBackward(body))
  const last = passes.at(-1)
  t.deepEqual({ ...last, seqId: 0 }, { ...wanted, seqId: 0 })
  t.deepEqual(
    passes.map(({ seqId }) => seqId),
    [1, 1, 2, 3],
  )
  const sampler = await model.openSampler()
  const params = { max_tokens: 6, seed: 5, temperature: 1, top_p: 1, stop: [2] }
  const { sequences } = await sampler.sample(tokens.slice(0, 4), 2, params)
  t.deepEqual(
    sequences.map(each => [...each.tokens]),
    [
      [158, 316, 288, 41, 472, 107],
      [54, 297, 100, 102, 100, 261],
    ],
  )
  t.is(await model.saveWeights(), 'tinker://model_8c5b0e2c/weights/ck1')
})

replaying(titled('SkyRL: what it refuses is said in its words, and NaN is not taken for a number'), async t => {
  const refusing = await opened(t, 'skyrl', { ...common, create_model: 'create_model rank 0' })
  await t.throwsAsync(openTrainingModel(refusing.own, { baseModel: 'MODEL_DIR', rank: 0, seed: 3, path: null }), {
    name: 'RefusedError',
    message: /LoRA rank 0 must be between 1 and 8/,
  })
  const wild = await opened(t, 'skyrl', { ...common, optim_step: 'optim after errors' })
  const model = await openTrainingModel(wild.own, { baseModel: 'MODEL_DIR', rank: 8, seed: 3, path: null })
  const flat = new Float32Array(8)
  const metrics = await model.train([trainingDatum({ tokens }, flat, flat)], { fn: 'importance_sampling' }, adam)
  t.is(metrics['skyrl.ai/grad_norm'], NaN)
})

replaying(titled('hatchery: JSON is found out, and what fails with a status of success is an error'), async t => {
  const { own, sent } = await opened(t, 'hatchery', { ...common, forward: 'forward' })
  t.is(own.supported.length > 0, true)
  /* Its recorded pass has two data, where one was asked for. */
  await t.throwsAsync(openTrainingModel(own, { baseModel: 'MODEL_DIR', rank: 8, seed: 3, path: null }), {
    name: 'ForeignReplyError',
    message: /must answer for 1 data, got 2/,
  })
  t.true(sent.some(({ path, type }) => path === 'forward' && type === 'application/json'))
  const failing = await opened(t, 'hatchery', { ...common, forward: 'fb cross_entropy' })
  await t.throwsAsync(openTrainingModel(failing.own, { baseModel: 'MODEL_DIR', rank: 8, seed: 3, path: null }), {
    message: /failed on the service: CheckpointError/,
  })
})
