/** A conversation that Anthropic's server would keep. Clients send all of it once they are told that threads are not supported. */
export class UnsupportedThread extends Error {
  override readonly name = 'UnsupportedThread'

  constructor() {
    super('threads are not supported: send the whole conversation')
  }
}
