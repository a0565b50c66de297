/** A thread that this one depends on has ended. */
export class LostThreadError extends Error {
  override readonly name = 'LostThreadError'
}
