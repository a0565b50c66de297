/** Why a request to a service has no usable reply. All messages name the method and the address, and never a header: one holds the key. */

/** The service answered with a status that is none of success. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly status: number
  /** The service's text, shortened. */
  readonly text: string
  /** After which it may be asked again, ms; `null` if it did not say. */
  readonly retryAfterMs: number | null

  constructor(what: string, status: number, text: string, retryAfterMs: number | null = null) {
    super(`${what} was answered ${status}${text === '' ? '' : `: ${text}`}`)
    this.status = status
    this.text = text
    this.retryAfterMs = retryAfterMs
  }
}

/** No whole reply came: whether the service has done the request is unknown, unless `unsent`. */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError'
  /** Whether the request certainly did not reach the service. */
  readonly unsent: boolean

  constructor(what: string, reason: string, { unsent, cause }: { readonly unsent: boolean; readonly cause?: unknown }) {
    super(`${what} has no reply: ${reason}`, { cause })
    this.unsent = unsent
  }
}

/** Attempts continued until the time for all of them was over. `cause` is the last one's error. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError'
}
