/**
 * The queue of the device. Every model has two queues, one that samples and one that trains; queues with work are served in
 * turns, a turn is one call of the engine, or one piece of a call that pauses. Within a queue the order is that of
 * arrival, except that samples join the batch of an earlier one. Across the two queues of a model only writes of its
 * weights (`load`, `optim-step`) keep their place: requests before one read the old weights, those after it the new ones.
 *
 * So nothing starves: of a request with q unfinished ones of its model before it, while L queues have work, the call
 * that answers it is over after at most L (q + 1) turns from its arrival, if calls do not pause; a call of p pieces
 * counts p times. No promise, no clock: the order is a function of what was pushed and finished.
 */
import type { GetUsageCall, DeviceCall, ToGpu } from '../../contracts/messages/gpu.ts'

/** A turn of the device, or an account of what it did, which takes none. */
export type DeviceTurn = Batch | { readonly kind: 'get-usage'; readonly request: GetUsageCall }

/** What goes into one call: samples of one model with no context twice, releases of one model, or one request. */
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

export interface DeviceQueue {
  /** @param at when it was asked, ms. */
  readonly push: (request: ToGpu, at: number) => void
  /** Begins a turn, or goes on with one that paused; `null` if nothing is unfinished. */
  readonly next: () => DeviceTurn | null
  readonly finish: (turn: Batch) => void
  /** Requests that are not finished, those of turns included. */
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

/** @param most requests in a turn, at least 1. */
export function createDeviceQueue(most: number): DeviceQueue {
  /* With work, who was served longest ago first; but who was served last only moves behind all others with the next turn. */
  let lanes: readonly ModelQueue[] = []
  let served: ModelQueue | null = null
  /* An account is of all that was asked before it; nothing waits for it. */
  let accounts: readonly { readonly request: GetUsageCall; readonly place: number }[] = []
  let pushed = 0
  let size = 0

  const laneOf = (model: string, samples: boolean): ModelQueue | undefined =>
    lanes.find(lane => lane.model === model && lane.samples === samples)
  const begin = (lane: ModelQueue): Batch | null => {
    const other = laneOf(lane.model, !lane.samples)
    const taken = lane.samples ? joined(lane.waiting, firstWrite(other), most) : alone(lane.waiting, firstPlace(other))
    if (taken.length === 0) return null
    const gone = new Set(taken)
    lane.waiting = lane.waiting.filter(entry => !gone.has(entry))
    lane.batch = { kind: 'call', requests: taken }
    return lane.batch
  }

  return {
    push: (request, at) => {
      const place = pushed
      pushed += 1
      size += 1
      if (request.kind === 'get-usage') {
        accounts = [...accounts, { request, place }]
        return
      }
      const known = laneOf(request.model, isSampling(request))
      const lane = known ?? { model: request.model, samples: isSampling(request), waiting: [], batch: null }
      lane.waiting.push({ request, at, place })
      if (known === undefined) lanes = [...lanes, lane]
    },
    next: () => {
      const [account] = accounts
      if (account !== undefined && Math.min(...lanes.map(firstPlace)) > account.place) {
        accounts = accounts.slice(1)
        size -= 1
        return { kind: 'get-usage', request: account.request }
      }
      const last = served
      if (last !== null && lanes.includes(last)) lanes = [...lanes.filter(lane => lane !== last), last]
      for (const lane of lanes) {
        const turn = lane.batch ?? begin(lane)
        if (turn === null) continue
        served = lane
        return turn
      }
      return null
    },
    finish: finished => {
      const lane = lanes.find(({ batch: turn }) => turn === finished)
      if (lane === undefined) return
      lane.batch = null
      size -= finished.requests.length
      if (lane.waiting.length === 0) lanes = lanes.filter(other => other !== lane)
    },
    size: () => size,
    since: () =>
      Math.min(...lanes.map(({ batch: turn, waiting }) => Math.min(oldest(turn?.requests ?? []), oldest(waiting)))),
  }
}

const isSampling = ({ kind }: DeviceCall): boolean => kind === 'sample' || kind === 'release'
const isWrite = ({ request: { kind } }: Entry): boolean => kind === 'load' || kind === 'optim-step'

const oldest = (entries: readonly Entry[]): number => entries.reduce((least, { at }) => Math.min(least, at), Infinity)

/** Place of the first unfinished request of a lane. */
const firstPlace = (lane: ModelQueue | undefined): number =>
  (lane?.batch ?? { requests: lane?.waiting ?? [] }).requests[0]?.place ?? Infinity

/** Place of the first unfinished write of a lane. */
const firstWrite = (lane: ModelQueue | undefined): number =>
  [...(lane?.batch?.requests ?? []), ...(lane?.waiting ?? [])].find(isWrite)?.place ?? Infinity

/** The first request, unless it writes what another asked before it has still to read. */
function alone([first]: readonly Entry[], read: number): readonly Entry[] {
  return first === undefined || (isWrite(first) && read < first.place) ? [] : [first]
}

/** The first request and those of its kind that may overtake what lies between: it has none of their contexts. */
function joined(waiting: readonly Entry[], write: number, most: number): readonly Entry[] {
  const taken: Entry[] = []
  const held = new Set<string>()
  for (const entry of waiting) {
    if (entry.place > write || taken.length === most) break
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
