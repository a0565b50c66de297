/** An engine elsewhere has lost a model, or its state is unknown: it has to be loaded again from its last snapshot. */
export class LostModelError extends Error {
  override readonly name = 'LostModelError'
}
