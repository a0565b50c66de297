/** Work that was given a time to settle in has not: a hang that does not block its thread. */
export class HangError extends Error {
  override readonly name = 'HangError'
}
