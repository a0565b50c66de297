/** A message was addressed to nobody that its sender is joined with. */
export class UnknownAddressError extends Error {
  override readonly name = 'UnknownAddressError'
  readonly address: string

  constructor(sender: string, address: string, known: readonly string[]) {
    super(`${sender} sent a message to '${address}', but is joined only with: ${known.join(', ') || 'nobody'}`)
    this.address = address
  }
}
