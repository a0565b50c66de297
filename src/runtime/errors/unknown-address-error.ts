/** A message was addressed to an actor that its sender is not joined with. */
export class UnknownAddressError extends Error {
  override readonly name = 'UnknownAddressError'
  readonly address: string

  constructor(sender: string, address: string, known: readonly string[]) {
    super(`${sender} sent a message to '${address}', but is joined only with: ${known.join(', ') || 'none'}`)
    this.address = address
  }
}
