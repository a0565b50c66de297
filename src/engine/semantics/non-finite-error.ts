/** A value was not finite: the call is not carried out, and the model is unchanged. */
export class NonFiniteError extends Error {
  override readonly name = 'NonFiniteError'
  readonly model: string
  /** What holds such numbers, e.g. `the gradient of model.norm.weight`; at least one, in the order of computation if it is known. */
  readonly tensors: readonly string[]

  constructor(model: string, tensors: readonly string[]) {
    const [first = 'something', ...others] = tensors
    super(`model ${model}: ${first} is not finite${others.length === 0 ? '' : ` (nor are ${others.length} others)`}`)
    this.model = model
    this.tensors = tensors
  }
}
