import { Observable, type OperatorFunction } from '../../streams/rxjs.ts'
import type { GetUsageCall, ToGpu } from '../../contracts/messages/gpu.ts'
import { deferred } from '../../runtime/waiting/deferred.ts'
import { tick as allDelivered } from '../../streams/tick.ts'
import type { Pause } from '../../contracts/models/device.ts'
import { createDeviceQueue, type Batch } from './queue.ts'

export interface InBatchesOptions<Reply> {
  /** In one call of the engine. */
  readonly maxRequests: number
  /** When a request was asked, ms. */
  readonly askedAt: (request: ToGpu) => number
  /** Answers the requests of a batch; a promise that rejects ends the stream. */
  readonly work: (batch: Batch, pause: Pause) => Promise<readonly Reply[]>
  /** Is given each piece of this work to do. */
  readonly around: (batch: Batch, unfinished: Unfinished, piece: () => Promise<void>) => Promise<void>
  /** Time, ms, after which a piece is to pause though nobody waits, and after which `goesOn` tells of a call again; none if left out. */
  readonly longMs?: number
  /** Ms. */
  readonly now?: () => number
  /** What is said of a call that takes long, at a pause of it. */
  readonly goesOn?: (batch: Batch) => readonly Reply[]
  /** Answers a request for the usage. */
  readonly usage: (request: GetUsageCall, unfinished: Unfinished) => Reply
  /** Most requests that may be unfinished; one more ends the stream with an error. */
  readonly bound?: number
  /** Awaited before each batch, so that all that has arrived is in it. */
  readonly gather?: () => Promise<void>
}

/** The requests that are not finished. */
export interface Unfinished {
  readonly count: number
  /** When the oldest of them was asked, ms; `Infinity` without any. */
  readonly since: number
}

interface Work<Reply> {
  /** When it began, or something was last said of it, ms. */
  toldAt: number
  readonly done: Promise<readonly Reply[]>
  /** Resumes it. @returns a promise of when it pauses again. */
  readonly resume: () => Promise<null>
}

/**
 * Gives the device to one call at a time, in the order of a `DeviceQueue`: what arrives meanwhile joins the next batch. A
 * call that pauses is resumed when its queue is served again. Replies are sent as soon as their call is over.
 */
export function inBatches<Reply>({
  maxRequests,
  askedAt,
  work,
  around,
  longMs = Infinity,
  now = () => 0,
  goesOn = () => [],
  usage,
  bound = 1_000_000,
  gather = allDelivered,
}: InBatchesOptions<Reply>): OperatorFunction<ToGpu, Reply> {
  return source =>
    new Observable(out => {
      const queue = createDeviceQueue(maxRequests)
      const begun = new Map<Batch, Work<Reply>>()
      let working = false
      let pieceAt = 0
      let ended = false

      const unfinished = (): Unfinished => ({ count: queue.size(), since: queue.since() })
      const piece = async (batch: Batch): Promise<void> => {
        pieceAt = now()
        const known = begun.get(batch)
        const going =
          known ??
          begin(
            pause => work(batch, pause),
            () => queue.size() > batch.requests.length || now() - pieceAt >= longMs,
            pieceAt,
          )
        begun.set(batch, going)
        const replies = await Promise.race([going.done, going.resume()])
        if (replies !== null) {
          begun.delete(batch)
          queue.finish(batch)
        } else if (now() - going.toldAt < longMs) return
        going.toldAt = now()
        for (const reply of replies ?? goesOn(batch)) out.next(reply)
      }
      const drain = async (): Promise<void> => {
        if (working) return
        working = true
        while (queue.size() > 0 && !out.closed) {
          await gather()
          const batch = queue.next()
          if (out.closed) return
          if (batch === null) throw new Error(`${queue.size()} requests wait, and none of them can be served`)
          if (batch.kind === 'get-usage') out.next(usage(batch.request, unfinished()))
          else await around(batch, unfinished(), () => piece(batch))
        }
        working = false
        if (ended) out.complete()
      }
      const go = (): void => void drain().catch((error: unknown) => out.error(error))

      return source.subscribe({
        next: request => {
          if (queue.size() >= bound) return out.error(new RangeError(`more than ${bound} requests wait for the device`))
          queue.push(request, askedAt(request))
          go()
        },
        error: error => out.error(error),
        complete: () => {
          ended = true
          go()
        },
      })
    })
}

/** @param isWanted whether it is to pause. */
function begin<Reply>(
  work: (pause: Pause) => Promise<readonly Reply[]>,
  isWanted: () => boolean,
  toldAt: number,
): Work<Reply> {
  let goOn = (): void => {}
  let paused = deferred<null>()
  const pause = (): Promise<void> =>
    new Promise(resolve => {
      goOn = resolve
      paused.resolve(null)
    })
  const done = work(Object.assign(pause, { isWanted }))
  return {
    ...{ done, toldAt },
    resume: () => {
      paused = deferred()
      goOn()
      return paused.promise
    },
  }
}
