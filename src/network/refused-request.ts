/** A request that cannot be answered, with the status that says so. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly status: number

  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}
