/** Results that are not there yet, by their numbers. */
import type { SchedulerLike } from '../../streams/rxjs.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { deferred } from '../../runtime/waiting/deferred.ts'
import { within } from '../../runtime/waiting/within.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { json, type Reply } from './reply.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'

interface Promises {
  /** Takes work under a number, by which its result is asked for. */
  readonly take: (work: Promise<(accept: string) => Reply>) => string
  /** The result, once it is there; 408 if it is not within the time for which a poll is held, 410 if it was forgotten. */
  readonly retrieve: (requestId: string, accept: string) => Promise<Reply>
}

/** For which a poll is held. */
const pollMs = 20_000
/** Results kept; of more the oldest are forgotten. */
const bound = 4096
/** Of those that were told, which a client asks for again whose connection broke, the latest of so many bytes are kept, 256 MB. */
const maxToldBytes = 2 ** 28

export function createPromises(scheduler: SchedulerLike, most = maxToldBytes): Promises {
  const results = new Map<string, { reply: ((accept: string) => Reply) | null; readonly settled: Promise<void> }>()
  /** Bytes of replies, by their requests, the one that was told first before the others. */
  const told = new Map<string, number>()
  let [count, toldBytes] = [0, 0]
  const forget = (id: string): void => {
    results.delete(id)
    toldBytes -= told.get(id) ?? 0
    told.delete(id)
  }
  const tell = (id: string, reply: Reply): Reply => {
    const before = told.get(id) ?? 0
    told.set(id, reply.body.length)
    toldBytes += reply.body.length - before
    for (const [oldest] of told) {
      if (toldBytes <= most || oldest === id) break
      forget(oldest)
    }
    return reply
  }
  return {
    take: work => {
      count += 1
      const id = String(count)
      const { promise, resolve } = deferred<void>()
      const entry = { reply: null as ((accept: string) => Reply) | null, settled: promise }
      const settle = (reply: (accept: string) => Reply): void => {
        entry.reply = reply
        resolve()
      }
      work.then(settle, (thrown: unknown) => settle(() => failure(thrown)))
      results.set(id, entry)
      for (const [oldest, { reply }] of results) {
        if (results.size <= bound || reply === null) break
        forget(oldest)
      }
      return id
    },
    retrieve: async (requestId, accept) => {
      const entry = results.get(requestId)
      if (entry === undefined) {
        const known = Number(requestId) <= count && Number(requestId) >= 1
        return json({ detail: `there is no request ${requestId}` }, known ? 410 : 404)
      }
      await within(pollMs, entry.settled, scheduler)
      if (entry.reply !== null) return tell(requestId, entry.reply(accept))
      return json({ type: 'try_again', request_id: requestId, queue_state: 'active' }, 408)
    },
  }
}

/** A request that failed, as clients of the API expect it. */
const failure = (thrown: unknown): Reply =>
  json({
    type: 'request_failed',
    error: reasonOf(thrown),
    category: isRangeError(thrown) || thrown instanceof RefusedRequest ? 'user' : 'server',
  })
