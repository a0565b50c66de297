/** Answers requests of the gpu actor by one call of the engine. */
import type { DeviceCall, GpuReply, SaveCall } from '../../contracts/messages/run.ts'
import { replying } from '../../contracts/replying.ts'
import { unreachable } from '../../contracts/unreachable.ts'
import type { Pause } from '../../contracts/models/device.ts'
import type { NetworkEngine } from '../../contracts/models/model-engine.ts'
import type { SaveModelOptions } from '../../contracts/models/language-model.ts'
import { failureOf } from './failure-of.ts'
import { LostThreadError } from '../../runtime/errors/lost-thread-error.ts'
import { LostModelError } from '../semantics/lost-model-error.ts'
import { zip } from '../../math/zip.ts'
import { nth } from '../../math/nth.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'

/**
 * Replies to requests that go into one call. When the call throws, its own requests fail and no others; requests that are
 * refused together, and rows of several callers, are tried one by one.
 *
 * @param from the actor's address.
 * @throws {LostThreadError} if a thread of the engine has ended, {LostModelError} if a service has lost a model: the engine is
 *   not usable any more.
 */
export async function answer(
  engine: NetworkEngine,
  from: string,
  requests: readonly DeviceCall[],
  pause: Pause,
): Promise<readonly GpuReply[]> {
  try {
    return await call(engine, from, requests, pause)
  } catch (thrown) {
    if (thrown instanceof LostThreadError || thrown instanceof LostModelError) throw thrown
    if (requests.length > 1 && (isRangeError(thrown) || requests[0]?.kind === 'forward')) {
      const replies: GpuReply[] = []
      for (const request of requests) replies.push(...(await answer(engine, from, [request], pause)))
      return replies
    }
    const failure = failureOf(from, thrown)
    return requests.flatMap(request =>
      request.kind === 'release' ? [] : [{ kind: 'failed' as const, ...replying(request, from), failure }],
    )
  }
}

async function call(
  engine: NetworkEngine,
  from: string,
  requests: readonly DeviceCall[],
  pause: Pause,
): Promise<readonly GpuReply[]> {
  const [first] = requests
  if (first === undefined) return []
  const { model } = first
  if (first.kind === 'release') {
    await engine.release(
      model,
      requests.flatMap(request => (request.kind === 'release' ? request.sequenceIds : [])),
    )
    return []
  }
  const reply = replying(first, from)
  switch (first.kind) {
    case 'sample': {
      const calls = requests.filter(request => request.kind === 'sample')
      const samples = await engine.sample(
        model,
        calls.map(({ request }) => request),
      )
      return calls.map((each, index) => ({ kind: 'sampled', ...replying(each, from), samples: nth(samples, index) }))
    }
    case 'logprobs':
      return [{ kind: 'logprobs-done', ...reply, logprobs: await engine.logprobs(model, first.sequences, pause) }]
    case 'forward-backward': {
      const sums = await engine.forwardBackward(model, first.examples, first.objective, pause)
      return [{ kind: 'forward-backward-done', ...reply, sums }]
    }
    case 'forward': {
      const calls = requests.filter(request => request.kind === 'forward')
      const outputs = await engine.forward(
        model,
        calls.map(({ rows }) => rows),
      )
      return zip(calls, outputs).map(([each, own]) => ({ kind: 'forward-done', ...replying(each, from), outputs: own }))
    }
    case 'backward':
      await engine.backward(model, first.rows, first.outputGradients)
      return [{ kind: 'backward-done', ...reply }]
    case 'row-gradients': {
      const rowGradients = await engine.rowGradients(model, first.rows, first.outputGradients)
      return [{ kind: 'row-gradients-done', ...reply, rowGradients }]
    }
    case 'optim-step':
      return [{ kind: 'optim-step-done', ...reply, updated: await engine.optimStep(model, first.options) }]
    case 'save':
      await engine.save(model, first.folder, saveOptions(first))
      return [{ kind: 'saved', ...reply }]
    case 'snapshot':
      return [{ kind: 'snapshot-done', ...reply, model, reference: await engine.snapshot(model) }]
    case 'load': {
      const loaded = await engine.load(model, first.reference)
      return [{ kind: 'loaded', ...reply, ...engine.traits, ...loaded }]
    }
    default:
      return unreachable(first)
  }
}

const saveOptions = ({ tokenizer, chat, optimiser }: SaveCall): SaveModelOptions => ({
  ...(chat === undefined ? {} : { chat }),
  ...(tokenizer === undefined ? {} : { tokenizer }),
  ...(optimiser === undefined ? {} : { optimiser }),
})
