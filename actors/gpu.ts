/** The gpu actor: the only one that touches the accelerator, one batch at a time. */
import { connect, filter, finalize, merge } from 'rxjs'
import type { Actor } from '../src/actor.ts'
import type { Device } from '../src/device/device.ts'
import { openDevice, type DeviceOptions } from '../src/device/open-device.ts'
import { crashed, type Failure } from '../src/failure.ts'
import { groups } from '../src/device/groups.ts'
import { NonFiniteError } from '../src/device/non-finite-error.ts'
import { createLedger } from '../src/device/ledger.ts'
import { createQueueClock } from '../src/device/steps/queue-times.ts'
import { createStepService, isStepRequest } from '../src/device/steps/step-service.ts'
import type { StepReply, StepRequest } from '../src/step-protocol.ts'
import { unreachable, type DeviceCall, type GpuReply, type ToGpu } from '../src/protocol.ts'
import { batchMap } from '../src/streams/batch-map.ts'

export interface GpuOptions {
  readonly engine: DeviceOptions
  /** Most requests taken as one batch. */
  readonly maxBatch?: number
  /** Longest time that one call of the engine may take; more is a hang. */
  readonly callMs?: number
  /** Most rows of one run of a network. */
  readonly mostRows?: number
}

/** Opens the engine once; what has arrived while it was busy is its next batch. */
export default async function gpu({
  engine,
  maxBatch = 1024,
  callMs = 100_000,
  mostRows = 256,
}: GpuOptions): Promise<Actor<ToGpu | StepRequest, GpuReply | StepReply>> {
  const device = await openDevice(engine)
  return (inbox, { name, now, tally, native }) => {
    const ledger = createLedger()
    const queue = createQueueClock()
    const steps = createStepService({ engine, mostRows, name, now, queue, tally })
    const serve = async (group: readonly ToGpu[]): Promise<readonly GpuReply[]> => {
      const [first] = group
      if (first === undefined) return []
      if (first.kind === 'account')
        return [{ kind: 'accounted', to: first.from, from: name, id: first.id, uses: ledger.close() }]
      const began = now()
      for (const request of group) {
        if (request.kind !== 'sample' || request.askedAt === undefined) continue
        queue.enter(began - request.askedAt)
        tally('queueMs', began - request.askedAt)
      }
      const calls = group.filter(request => request.kind !== 'account')
      tally(first.kind, calls.length)
      const replies = await native(callMs, () => answer(device, name, calls))
      ledger.enter(first.kind, first.model, calls.length, now() - began)
      return replies
    }
    const calls = batchMap(maxBatch, async (batch: readonly ToGpu[]) => {
      tally('batch', batch.length)
      const replies: GpuReply[] = []
      for (const group of groups(batch)) replies.push(...(await serve(group)))
      return replies
    })
    return inbox.pipe(
      connect(all =>
        merge(
          all.pipe(
            filter(request => !isStepRequest(request)),
            calls,
          ),
          all.pipe(
            filter(isStepRequest),
            batchMap(maxBatch, batch => native(callMs, () => steps.answer(batch))),
          ),
        ),
      ),
      finalize(() => void native(callMs, () => Promise.all([device.close(), steps.close()]))),
    )
  }
}

/** One device call; when it throws, its own requests fail and no others. What is refused together is asked one by one. */
async function answer(device: Device, from: string, group: readonly DeviceCall[]): Promise<readonly GpuReply[]> {
  try {
    return await call(device, from, group)
  } catch (thrown) {
    if (thrown instanceof RangeError && group.length > 1) {
      const replies: GpuReply[] = []
      for (const request of group) replies.push(...(await answer(device, from, [request])))
      return replies
    }
    const failure = failureOf(from, thrown)
    return group.flatMap(request =>
      request.kind === 'release' ? [] : [{ kind: 'failed' as const, to: request.from, from, id: request.id, failure }],
    )
  }
}

function failureOf(from: string, thrown: unknown): Failure {
  if (thrown instanceof RangeError) return { kind: 'invalid', reason: thrown.message }
  if (!(thrown instanceof NonFiniteError)) return crashed(from, thrown)
  const { model, tensors, message: reason } = thrown
  return { kind: 'not-finite', model, tensors, reason }
}

async function call(device: Device, from: string, group: readonly DeviceCall[]): Promise<readonly GpuReply[]> {
  const [first] = group
  if (first === undefined) return []
  const to = first.from
  switch (first.kind) {
    case 'sample': {
      const calls = group.filter(request => request.kind === 'sample')
      const samples = await device.sample(
        first.model,
        calls.map(({ request }) => request),
      )
      return calls.map(({ from: asker, id }, index) => ({
        kind: 'sampled',
        to: asker,
        from,
        id,
        samples: samples[index]!,
      }))
    }
    case 'release':
      await device.release(first.model, first.caches)
      return []
    case 'score':
      return [{ kind: 'scored', to, from, id: first.id, logprobs: await device.score(first.model, first.sequences) }]
    case 'accumulate': {
      const sums = await device.accumulate(first.model, first.examples, first.objective)
      return [{ kind: 'accumulated', to, from, id: first.id, sums }]
    }
    case 'update':
      return [{ kind: 'updated', to, from, id: first.id, updated: await device.update(first.model, first.options) }]
    case 'save':
      return [{ kind: 'saved', to, from, id: first.id, state: await device.save(first.model) }]
    case 'load':
      await device.load(first.model, first.state)
      return [{ kind: 'loaded', to, from, id: first.id }]
    default:
      return unreachable(first)
  }
}
