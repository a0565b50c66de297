/** Results of requests that take long: the service gives a number at once, and is asked for the result until it is there. */
import { z } from 'zod'
import type { SchedulerLike } from '../../../streams/rxjs.ts'
import { backoffMs } from '../../http/backoff.ts'
import type { HttpReply } from '../../http/exchange.ts'
import type { HttpClient } from '../../http/http-client.ts'
import { NoReplyError, OutOfTimeError, StatusError } from '../../http/http-errors.ts'
import { wait } from '../../http/timing.ts'
import { LostModelError } from '../../semantics/lost-model-error.ts'
import { jsonType, protobufType } from '../wire/types.ts'
import { ForeignReplyError, LostResultError, RefusedError } from './service-errors.ts'

interface RetrieveOptions {
  readonly http: HttpClient
  readonly scheduler: SchedulerLike
  /** Longest time until the result. */
  readonly deadlineMs: number
  /** Longest time for which one poll is left open. */
  readonly pollMs: number
}

/** The service may answer at once that there is nothing yet; it is not asked more often than this. */
const minPollMs = 100

/** A service that is broken answers 500, and so does one for a request that failed: it is asked this often. */
const maxFailures = 3

const failure = z.looseObject({ type: z.string().exactOptional(), error: z.string().exactOptional() })

/**
 * @param what names the request, for errors.
 * @throws {RefusedError} with the service's words if the request failed. @throws {LostResultError} if the number is not known.
 * @throws {ForeignReplyError} if the reply is none of the API.
 * @throws {LostModelError} if the service was started anew, and knows the request but not its model.
 * @throws {OutOfTimeError} after the deadline.
 */
export async function retrieve(what: string, requestId: string, options: RetrieveOptions): Promise<HttpReply> {
  const { http, scheduler, deadlineMs, pollMs } = options
  const endMs = scheduler.now() + deadlineMs
  let failures = 0
  for (let attempts = 1; ; attempts += 1) {
    const askedMs = scheduler.now()
    if (askedMs >= endMs)
      throw new OutOfTimeError(`${what} has no result after ${deadlineMs} ms and ${attempts - 1} polls of ${requestId}`)
    const pause = await poll().then(reply => reply ?? minPollMs - (scheduler.now() - askedMs), pauseAfter)
    if (typeof pause !== 'number') return pause
    if (pause > 0) await wait(Math.min(pause, Math.max(0, endMs - scheduler.now())), scheduler)
  }

  /** `null` if there is no result yet. */
  async function poll(): Promise<HttpReply | null> {
    const reply = await http.send(
      {
        method: 'POST',
        path: '/api/v1/retrieve_future',
        headers: { 'content-type': jsonType, accept: `${protobufType}, ${jsonType}` },
        body: JSON.stringify({ request_id: requestId }),
      },
      { repeatable: false, attemptMs: pollMs, deadlineMs: Math.max(1, endMs - scheduler.now()) },
    )
    failures = 0
    if (reply.contentType !== jsonType) return reply
    const { type, error } = failure.safeParse(jsonReply(what, reply)).data ?? {}
    if (type === 'try_again') return null
    if (error !== undefined) throw failed(what, firstLine(error))
    return reply
  }

  /** How long to wait before the next poll. */
  function pauseAfter(thrown: unknown): number {
    const longer = backoffMs(failures + 1)
    if (thrown instanceof NoReplyError) return longer
    if (!(thrown instanceof StatusError)) throw thrown
    const { status, text } = thrown
    if (status === 408) return minPollMs
    if (status === 404 || status === 410)
      throw new LostResultError(`${what}: the service has lost its result (${status})`)
    if (status === 500) failures += 1
    if ([402, 425, 502, 503, 504].includes(status) || (status === 500 && failures < maxFailures))
      return Math.max(longer, thrown.retryAfterMs ?? 0)
    throw failed(`${what} (${status})`, detailOf(text))
  }
}

/** As SkyRL says of a request whose model went with the process that had it. */
const isOfLostModel = (reason: string): boolean => /\bmodel \S+ (is )?not loaded\b/i.test(reason)

const failed = (what: string, reason: string): Error =>
  isOfLostModel(reason)
    ? new LostModelError(`${what}: the service has lost the model: ${reason}`)
    : new RefusedError(`${what} failed on the service: ${reason}`)

/** @throws {ForeignReplyError} if the reply is not JSON. */
export function jsonReply(what: string, reply: HttpReply): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(reply.body))
  } catch {
    throw new ForeignReplyError(`${what} was answered with ${reply.body.length} bytes that are not JSON`)
  }
}

/** The service's error, as text. */
export function detailOf(text: string): string {
  try {
    const { detail } = z.looseObject({ detail: z.unknown() }).parse(JSON.parse(text))
    return typeof detail === 'string' ? firstLine(detail) : JSON.stringify(detail)
  } catch {
    return text
  }
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''
