/** A mailbox was full and nothing left it for longer than its sender may wait: the other end is stuck, perhaps waiting itself. */
export class StandstillError extends Error {
  override readonly name = 'StandstillError'
  readonly link: string
  readonly waitMs: number

  constructor(link: string, waitMs: number) {
    super(`${link}: nothing has left a full mailbox for ${waitMs} ms`)
    this.link = link
    this.waitMs = waitMs
  }
}
