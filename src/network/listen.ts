/** A server's place on the network. */
import type { Server } from 'node:http'

export interface ServerPlace {
  /** Where to listen; other machines reach addresses other than loopback. */
  readonly host: string
  /** 0 takes one that is free. */
  readonly port: number
}

/**
 * @returns where it listens, and its address for clients, without a path, e.g. `http://127.0.0.1:8765`.
 * @throws {RangeError} if the port is taken or not allowed.
 */
export async function listenAt(
  server: Server,
  { host, port }: ServerPlace,
): Promise<{ readonly port: number; readonly url: string }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', thrown => reject(new RangeError(`port ${port} cannot be used: ${thrown.message}`)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const own = address === null || typeof address === 'string' ? port : address.port
  return { port: own, url: `http://${host.includes(':') ? `[${host}]` : host}:${own}` }
}
