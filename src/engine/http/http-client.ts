/** Requests to one service: a bounded number under way, each with a deadline, sent again where that is safe. */
import type { SchedulerLike } from '../../streams/rxjs.ts'
import { ClosedError } from '../../runtime/errors/closed-error.ts'
import { awakeTime } from '../../runtime/waiting/awake-time.ts'
import { backoffMs } from './backoff.ts'
import { exchange, type HttpReply, type HttpRequest } from './exchange.ts'
import { usualFetch, type Fetch } from './fetch.ts'
import { NoReplyError, OutOfTimeError, StatusError } from './http-errors.ts'
import { createLimiter } from './limiter.ts'
import { forAtMost, wait } from './timing.ts'
import { reasonOf } from '../../contracts/failure.ts'

export interface HttpClientOptions {
  /** Address of the service, with http or https; paths are added to it. */
  readonly baseUrl: string
  /** Sent with every request, e.g. the key. */
  readonly headers?: Readonly<Record<string, string>>
  /** Requests under way at once; more wait in line. */
  readonly maxConcurrent?: number
  /** Longest time for one attempt. */
  readonly attemptMs?: number
  /** Longest time from a request's turn until its reply, with all attempts and the waits between them. */
  readonly deadlineMs?: number
  /** Longest reply. */
  readonly maxBytes?: number
  /** Of deadlines and waits. */
  readonly scheduler?: SchedulerLike
  readonly fetch?: Fetch
}

export interface SendOptions {
  /**
   * Whether the request may be sent again though the service may have carried it out: because it changes nothing, or because the
   * service knows it again. If not, it is sent again only where it certainly was not carried out.
   */
  readonly repeatable: boolean
  /** Replaces the client's. */
  readonly attemptMs?: number
  readonly deadlineMs?: number
}

export interface HttpClient {
  /**
   * @returns a reply with a status of success.
   * @throws {StatusError} at once for a status that says that the request is wrong; that of a service which is overloaded or
   *   broken (429, 5xx) is awaited, unless the request is not repeatable and may have been carried out.
   * @throws {NoReplyError} if the connection broke and the request is not repeatable.
   * @throws {OutOfTimeError} after the deadline. @throws {ClosedError} once the client is closed.
   */
  readonly send: (request: HttpRequest, options: SendOptions) => Promise<HttpReply>
  /** Ends all requests under way. */
  readonly close: () => void
}

/** @throws {RangeError} if the address is none of http. */
export function createHttpClient({
  baseUrl,
  headers = {},
  maxConcurrent = 64,
  attemptMs: usualAttemptMs = 60_000,
  deadlineMs: usualDeadlineMs = 600_000,
  maxBytes = 2 ** 28,
  scheduler = awakeTime(),
  fetch = usualFetch,
}: HttpClientOptions): HttpClient {
  const base = addressOf(baseUrl)
  const limiter = createLimiter(maxConcurrent)
  /* One signal for all would search its listeners at each request. */
  const underWay = new Set<AbortController>()
  let closed: ClosedError | null = null

  const untilClosed = async <T>(work: (own: AbortController) => Promise<T>): Promise<T> => {
    if (closed !== null) throw closed
    const own = new AbortController()
    underWay.add(own)
    try {
      return await work(own)
    } finally {
      underWay.delete(own)
    }
  }
  const attempt = (request: HttpRequest, ms: number, own: AbortController): Promise<HttpReply> =>
    forAtMost(
      ms,
      async signal => {
        const whole = { ...request, headers: { ...headers, ...request.headers } }
        const reply = await exchange(whole, { url: base + request.path, fetch, signal, maxBytes })
        if (reply.status >= 200 && reply.status < 300) return reply
        throw new StatusError(named(request), reply.status, shortText(reply.body), retryAfterMs(reply.retryAfter))
      },
      {
        scheduler,
        late: () => new NoReplyError(named(request), `none within ${ms} ms`, { unsent: false }),
        own,
      },
    )

  const send: HttpClient['send'] = async (request, options) => {
    const { repeatable, attemptMs = usualAttemptMs, deadlineMs = usualDeadlineMs } = options
    const endMs = scheduler.now() + deadlineMs
    for (let attempts = 1; ; attempts += 1) {
      const leftMs = endMs - scheduler.now()
      try {
        return await untilClosed(own => attempt(request, Math.min(attemptMs, leftMs), own))
      } catch (thrown) {
        if (!mayRepeat(thrown, repeatable)) throw thrown
        const pauseMs = Math.max(backoffMs(attempts), askedPauseMs(thrown))
        if (scheduler.now() + pauseMs >= endMs)
          throw outOfTime(named(request), { base, deadlineMs, attempts, cause: thrown })
        await untilClosed(({ signal }) => wait(pauseMs, scheduler, signal))
      }
    }
  }
  return {
    send: (request, options) => limiter.run(() => send(request, options)),
    close: () => {
      closed ??= new ClosedError(`the client of ${base}`)
      for (const own of underWay) own.abort(closed)
    },
  }
}

/** Refused before anything was done. */
const isUndone = (status: number): boolean => status === 429
/** Overloaded or broken; a request may have been carried out. */
const isBroken = (status: number): boolean => status >= 500

function mayRepeat(thrown: unknown, repeatable: boolean): boolean {
  if (thrown instanceof NoReplyError) return repeatable || thrown.unsent
  if (thrown instanceof StatusError) return isUndone(thrown.status) || (isBroken(thrown.status) && repeatable)
  return false
}

const askedPauseMs = (thrown: unknown): number => (thrown instanceof StatusError ? (thrown.retryAfterMs ?? 0) : 0)

const named = ({ method, path }: HttpRequest): string => `${method} ${path}`

const outOfTime = (
  what: string,
  { base, deadlineMs, attempts, cause }: { base: string; deadlineMs: number; attempts: number; cause: unknown },
): OutOfTimeError =>
  new OutOfTimeError(
    `${what} was given up after ${attempts} attempts in ${deadlineMs} ms: ${base} does not answer: ${reasonOf(cause)}`,
    { cause },
  )

/** Seconds only: the other form, a date, is not that of an API. */
function retryAfterMs(value: string | null): number | null {
  const seconds = value === null || value.trim() === '' ? NaN : Number(value)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** Letters of a reply that an error repeats, at most. */
const maxLetters = 500

const shortText = (body: Uint8Array): string => {
  const text = new TextDecoder().decode(body.subarray(0, 4 * maxLetters)).trim()
  return text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new RangeError(`the address of a service must begin with http:// or https://, got ${text}`)
  if (url.username !== '' || url.password !== '')
    throw new RangeError('the address of a service must not hold a name or a password: keys come from the environment')
  return text.replace(/\/+$/, '')
}
