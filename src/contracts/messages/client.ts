import type { CallRequest, News, ReplyTo } from './calls.ts'

export interface Client {
  /**
   * @throws {RangeError} when the actor refuses the request.
   * @throws {NonFiniteError} when values of the model became NaN or infinite.
   * @throws {FailedError} when it crashed on it.
   * @throws {HangError} when the deadline passed.
   * @throws {Error} when the client failed meanwhile.
   */
  readonly call: <K extends CallRequest['kind']>(question: CallRequest & { readonly kind: K }) => Promise<ReplyTo<K>>
  /** Sends a message that has no reply. */
  readonly tell: (news: News) => void
  /**
   * A fresh actor has replaced it: sends the messages that restore its state, and those not answered yet.
   * Resolves when it is there; if it dies before that, with the one after it.
   */
  readonly restore: (actor: string) => Promise<void>
  /** Rejects everything that waits, and everything asked from now on. */
  readonly fail: (error: Error) => void
  readonly close: () => void
}
