/** A request refers to an answer, or a part of one, that is not kept here. */
export class UnknownReference extends Error {
  override readonly name = 'UnknownReference'
  readonly id: string

  constructor(id: string) {
    super(`there is no answer with the id ${JSON.stringify(id)}`)
    this.id = id
  }
}
