/** More messages wait for a credit than the link may hold: its other end does not keep up, or is stuck. */
export class MailboxFullError extends Error {
  override readonly name = 'MailboxFullError'
  readonly link: string
  readonly bound: number

  constructor(link: string, bound: number) {
    super(`${link}: ${bound} messages wait already`)
    this.link = link
    this.bound = bound
  }
}
