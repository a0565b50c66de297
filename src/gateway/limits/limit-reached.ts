/** A key has used up what it may. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached'
  /** Whole seconds after which it may ask again, at least 1. */
  readonly retryAfterS: number

  constructor(reason: string, waitMs: number) {
    const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000))
    super(`${reason}: ask again in ${retryAfterS} s`)
    this.retryAfterS = retryAfterS
  }
}
