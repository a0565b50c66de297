/** Work has not settled in the time it was given: a hang that does not block its thread. */
export class HangError extends Error {
  override readonly name = 'HangError'
}
