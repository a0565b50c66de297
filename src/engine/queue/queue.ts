/**
 * The queue of the device. Every model has two queues, one that samples and one that trains; queues with work are served in turns. A turn
 * is one call of the engine with a batch of requests, or one piece of a call that pauses. Within a queue the order is that of arrival,
 * except that samples join the batch of an earlier one. Across the two queues of a model only writes of its weights (`load`, `optim-step`)
 * keep their place: requests before one read the old weights, those after it the new ones.
 *
 * So nothing starves: of a request with q unfinished ones of its model before it, while L queues have work, the call that answers it is
 * over after at most L (q + 1) turns from its arrival, if calls do not pause; a call of p pieces counts p times. No promise, no clock: the
 * order is a function of the requests pushed and finished.
 */
import type { GetUsageCall, DeviceCall, ToGpu } from '../../contracts/messages/gpu.ts'

/** A batch for the device, or a request for its usage, which takes no turn. */
type QueuedWork = Batch | { readonly kind: 'get-usage'; readonly request: GetUsageCall }

/** What goes into one call: samples of one model with no context twice, releases of one model, rows for one network, or one request. */
export interface Batch {
  readonly kind: 'call'
  /** In the order of their arrival; at least one. */
  readonly requests: readonly QueuedRequest[]
}

export interface QueuedRequest {
  readonly request: DeviceCall
  /** When it was asked, ms. */
  readonly at: number
}

interface DeviceQueue {
  /** @param at when it was asked, ms. */
  readonly push: (request: ToGpu, at: number) => void
  /** Begins a batch, or resumes one that paused; `null` if nothing is unfinished. */
  readonly next: () => QueuedWork | null
  readonly finish: (batch: Batch) => void
  /** Requests that are not finished, those of begun batches included. */
  readonly size: () => number
  /** When the oldest of them was asked; `Infinity` without any. */
  readonly since: () => number
}

interface Entry extends QueuedRequest {
  /** Of arrival. */
  readonly place: number
}

interface ModelQueue {
  readonly model: string
  readonly samples: boolean
  waiting: Entry[]
  /** Begun and not finished. */
  batch: (Batch & { readonly requests: readonly Entry[] }) | null
}

/** @param maxRequests in a batch, at least 1. */
export function createDeviceQueue(maxRequests: number): DeviceQueue {
  /* Those with work, the least recently served first; the last one served moves behind the others only with the next turn. */
  let modelQueues: readonly ModelQueue[] = []
  let served: ModelQueue | null = null
  /* A usage call covers all that was asked before it; nothing waits for it. */
  let usageCalls: readonly { readonly request: GetUsageCall; readonly place: number }[] = []
  let pushed = 0
  let size = 0

  const queueOf = (model: string, samples: boolean): ModelQueue | undefined =>
    modelQueues.find(modelQueue => modelQueue.model === model && modelQueue.samples === samples)
  const begin = (modelQueue: ModelQueue): Batch | null => {
    const other = queueOf(modelQueue.model, !modelQueue.samples)
    const taken = modelQueue.samples
      ? joined(modelQueue.waiting, firstWrite(other), maxRequests)
      : first(modelQueue.waiting, firstPlace(other), maxRequests)
    if (taken.length === 0) return null
    const begun = new Set(taken)
    modelQueue.waiting = modelQueue.waiting.filter(entry => !begun.has(entry))
    modelQueue.batch = { kind: 'call', requests: taken }
    return modelQueue.batch
  }

  return {
    push: (request, at) => {
      const place = pushed
      pushed += 1
      size += 1
      if (request.kind === 'get-usage') {
        usageCalls = [...usageCalls, { request, place }]
        return
      }
      const known = queueOf(request.model, isSampling(request))
      const modelQueue = known ?? { model: request.model, samples: isSampling(request), waiting: [], batch: null }
      modelQueue.waiting.push({ request, at, place })
      if (known === undefined) modelQueues = [...modelQueues, modelQueue]
    },
    next: () => {
      const [usageCall] = usageCalls
      if (usageCall !== undefined && Math.min(...modelQueues.map(firstPlace)) > usageCall.place) {
        usageCalls = usageCalls.slice(1)
        size -= 1
        return { kind: 'get-usage', request: usageCall.request }
      }
      const last = served
      if (last !== null && modelQueues.includes(last))
        modelQueues = [...modelQueues.filter(modelQueue => modelQueue !== last), last]
      for (const modelQueue of modelQueues) {
        const batch = modelQueue.batch ?? begin(modelQueue)
        if (batch === null) continue
        served = modelQueue
        return batch
      }
      return null
    },
    finish: finished => {
      const modelQueue = modelQueues.find(({ batch }) => batch === finished)
      if (modelQueue === undefined) return
      modelQueue.batch = null
      size -= finished.requests.length
      if (modelQueue.waiting.length === 0) modelQueues = modelQueues.filter(other => other !== modelQueue)
    },
    size: () => size,
    since: () =>
      Math.min(...modelQueues.map(({ batch, waiting }) => Math.min(oldest(batch?.requests ?? []), oldest(waiting)))),
  }
}

const isSampling = ({ kind }: DeviceCall): boolean => kind === 'sample' || kind === 'release'
const isWrite = ({ request: { kind } }: Entry): boolean => kind === 'load' || kind === 'optim-step'

const isForward = ({ request: { kind } }: Entry): boolean => kind === 'forward'

const oldest = (entries: readonly Entry[]): number => entries.reduce((least, { at }) => Math.min(least, at), Infinity)

/** Place of the first unfinished request of a queue. */
const firstPlace = (modelQueue: ModelQueue | undefined): number =>
  (modelQueue?.batch ?? { requests: modelQueue?.waiting ?? [] }).requests[0]?.place ?? Infinity

/** Place of the first unfinished write of a queue. */
const firstWrite = (modelQueue: ModelQueue | undefined): number =>
  [...(modelQueue?.batch?.requests ?? []), ...(modelQueue?.waiting ?? [])].find(isWrite)?.place ?? Infinity

/**
 * The first request, unless it writes what another asked before it has still to read; where it is rows for a network, with
 * those that follow it at once.
 */
function first(waiting: readonly Entry[], read: number, maxRequests: number): readonly Entry[] {
  const [entry] = waiting
  if (entry === undefined || (isWrite(entry) && read < entry.place)) return []
  if (!isForward(entry)) return [entry]
  const end = waiting.findIndex(other => !isForward(other))
  return waiting.slice(0, Math.min(maxRequests, end < 0 ? waiting.length : end))
}

/** The first request and those of its kind that may overtake what lies between: it has none of their contexts. */
function joined(waiting: readonly Entry[], write: number, maxRequests: number): readonly Entry[] {
  const taken: Entry[] = []
  const held = new Set<string>()
  for (const entry of waiting) {
    if (entry.place > write || taken.length === maxRequests) break
    const contexts = contextsOf(entry.request)
    const fits = entry.request.kind === waiting[0]?.request.kind && !contexts.some(context => held.has(context))
    if (fits) taken.push(entry)
    for (const context of contexts) held.add(context)
  }
  return taken
}

function contextsOf(request: DeviceCall): readonly string[] {
  if (request.kind === 'sample') return [request.request.sequenceId]
  return request.kind === 'release' ? request.sequenceIds : []
}
