/** The gpu actor: the only one that touches the accelerator, one batch at a time. */
import { finalize, tap } from 'rxjs'
import type { Actor } from '../src/actor.ts'
import type { Device } from '../src/device/device.ts'
import { openDevice, type DeviceOptions } from '../src/device/open-device.ts'
import { crashed, type Failure } from '../src/failure.ts'
import { createLedger } from '../src/device/ledger.ts'
import { unreachable, type DeviceCall, type GpuReply, type SampleCall, type ToGpu } from '../src/protocol.ts'
import { batchMap } from '../src/streams/batch-map.ts'

export interface GpuOptions {
  readonly engine: DeviceOptions
  /** Most requests taken as one batch. */
  readonly maxBatch?: number
  /** Longest time that one call of the engine may take; more is a hang. */
  readonly callMs?: number
}

/** Opens the engine once; what has arrived while it was busy is its next batch. */
export default async function gpu({
  engine,
  maxBatch = 1024,
  callMs = 100_000,
}: GpuOptions): Promise<Actor<ToGpu, GpuReply>> {
  const device = await openDevice(engine)
  return (inbox, { name, now, tally, blocking }) => {
    const ledger = createLedger()
    const arrivedMs: number[] = []
    const serve = async (group: readonly ToGpu[]): Promise<readonly GpuReply[]> => {
      const [first] = group
      if (first === undefined) return []
      if (first.kind === 'account')
        return [{ kind: 'accounted', to: first.from, from: name, id: first.id, uses: ledger.close() }]
      const began = now()
      const calls = group.filter(request => request.kind !== 'account')
      tally(first.kind, calls.length)
      const replies = await blocking(callMs, () => answer(device, name, calls))
      ledger.enter(first.kind, first.model, calls.length, now() - began)
      return replies
    }
    return inbox.pipe(
      tap(() => arrivedMs.push(now())),
      batchMap(maxBatch, async batch => {
        const beganMs = now()
        tally('batch', batch.length)
        for (const atMs of arrivedMs.splice(0, batch.length)) tally('queueMs', beganMs - atMs)
        const replies: GpuReply[] = []
        for (const group of groups(batch)) replies.push(...(await serve(group)))
        return replies
      }),
      finalize(() => void device.close()),
    )
  }
}

/**
 * Requests that one device call can answer: samples of one model with no context twice; all else alone. No
 * sample overtakes a write or what came before it in its own context; a release only holds back its own contexts.
 */
export function groups(batch: readonly ToGpu[]): readonly (readonly ToGpu[])[] {
  const done: ToGpu[][] = []
  let open = new Map<string, Round[]>()
  for (const request of batch) {
    if (request.kind === 'sample') {
      const rounds = open.get(request.model) ?? []
      open.set(request.model, rounds)
      const opened = join(rounds, request)
      if (opened !== null) done.push(opened)
      continue
    }
    if (request.kind !== 'release') open = new Map()
    else for (const { caches } of open.get(request.model) ?? []) request.caches.forEach(cache => caches.add(cache))
    done.push([request])
  }
  return done
}

/** Samples that go together, and the contexts that can have no further one among them. */
interface Round {
  readonly group: SampleCall[]
  readonly caches: Set<string>
}

/** Puts the sample into the first round after all that hold its context. @returns the group of a new round, if it took one. */
function join(rounds: Round[], sample: SampleCall): SampleCall[] | null {
  const { cache } = sample.request
  const round = rounds[rounds.findLastIndex(({ caches }) => caches.has(cache)) + 1]
  if (round !== undefined) {
    round.group.push(sample)
    round.caches.add(cache)
    return null
  }
  const group = [sample]
  rounds.push({ group, caches: new Set([cache]) })
  return group
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
    const failure: Failure =
      thrown instanceof RangeError ? { kind: 'invalid', reason: thrown.message } : crashed(from, thrown)
    return group.flatMap(request =>
      request.kind === 'release' ? [] : [{ kind: 'failed' as const, to: request.from, from, id: request.id, failure }],
    )
  }
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
