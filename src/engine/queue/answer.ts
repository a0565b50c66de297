/** Answers requests of the gpu actor by one call of the engine. */
import type { DeviceCall, GpuReply } from '../../contracts/messages/run.ts'
import { unreachable } from '../../contracts/unreachable.ts'
import type { Device, Pause } from '../../contracts/device.ts'
import { memoryReference, resolveModel } from '../../model/reference.ts'
import { failureOf } from './failure-of.ts'
import { saveOnce } from './save-once.ts'
import { LostThreadError } from '../../runtime/errors/lost-thread-error.ts'
import { nth } from '../../math/nth.ts'

/**
 * Replies to requests that go into one call. When the call throws, its own requests fail and no others; requests that are
 * refused together are tried one by one.
 *
 * @param from the actor's address.
 * @throws {LostThreadError} if a thread of the engine has ended: the device is not usable any more.
 */
export async function answer(
  device: Device,
  from: string,
  requests: readonly DeviceCall[],
  pause: Pause,
): Promise<readonly GpuReply[]> {
  try {
    return await call(device, from, requests, pause)
  } catch (thrown) {
    if (thrown instanceof LostThreadError) throw thrown
    if (thrown instanceof RangeError && requests.length > 1) {
      const replies: GpuReply[] = []
      for (const request of requests) replies.push(...(await answer(device, from, [request], pause)))
      return replies
    }
    const failure = failureOf(from, thrown)
    return requests.flatMap(request =>
      request.kind === 'release' ? [] : [{ kind: 'failed' as const, to: request.from, from, id: request.id, failure }],
    )
  }
}

async function call(
  device: Device,
  from: string,
  requests: readonly DeviceCall[],
  pause: Pause,
): Promise<readonly GpuReply[]> {
  const [first] = requests
  if (first === undefined) return []
  const { from: to, model } = first
  switch (first.kind) {
    case 'sample': {
      const calls = requests.filter(request => request.kind === 'sample')
      const samples = await device.sample(
        model,
        calls.map(({ request }) => request),
      )
      return calls.map(({ from: caller, id }, index) => ({
        kind: 'sampled',
        to: caller,
        from,
        id,
        samples: nth(samples, index),
      }))
    }
    case 'release':
      await device.release(
        model,
        requests.flatMap(request => (request.kind === 'release' ? request.sequenceIds : [])),
      )
      return []
    case 'logprobs':
      return [
        {
          kind: 'logprobs-done',
          to,
          from,
          id: first.id,
          logprobs: await device.logprobs(model, first.sequences, pause),
        },
      ]
    case 'forward-backward': {
      const sums = await device.forwardBackward(model, first.examples, first.objective, pause)
      return [{ kind: 'forward-backward-done', to, from, id: first.id, sums }]
    }
    case 'optim-step':
      return [
        { kind: 'optim-step-done', to, from, id: first.id, updated: await device.optimStep(model, first.options) },
      ]
    case 'save':
      await saveOnce(first, await device.save(model))
      return [{ kind: 'saved', to, from, id: first.id }]
    case 'snapshot':
      return [{ kind: 'snapshot-done', to, from, id: first.id, reference: memoryReference(await device.save(model)) }]
    case 'load': {
      const state = await resolveModel(first.reference)
      await device.load(model, state)
      const traits = { ...device.traits, contextTokens: state.config.max_position_embeddings }
      return [{ kind: 'loaded', to, from, id: first.id, ...traits }]
    }
    default:
      return unreachable(first)
  }
}
