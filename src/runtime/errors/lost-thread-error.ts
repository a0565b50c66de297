/** A thread that this one needs to go on has ended. */
export class LostThreadError extends Error {
  override readonly name = 'LostThreadError'
}
