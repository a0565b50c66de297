/** A closed thing was asked; nothing was started for it. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError'

  /** @param what as a person would name it, e.g. `the sandbox`. */
  constructor(what: string) {
    super(`${what} is closed`)
  }
}
