/** Passes connections on to the broker, later if asked: a link of a larger distance, where the kernel has none (netem). */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Observable } from 'rxjs'
import { delayed } from './delayed.ts'

export interface Relay {
  readonly port: number
  /** From now on, each way. */
  readonly setDelay: (delayMs: number) => void
  readonly close: () => void
}

/** @param broker the port that connections go to, at the same address. */
export async function openRelay(address: string, broker: number): Promise<Relay> {
  let delayMs = 0
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.once('close', broken => {
      sockets.delete(from)
      if (broken) to.destroy()
    })
    /* What waits for `to` is bounded by the windows of the sessions that pass. */
    chunksOf(from)
      .pipe(delayed(() => delayMs))
      .subscribe({ next: chunk => to.write(chunk), complete: () => to.end() })
  }
  const server = createServer(worker => {
    const onward = connect(broker, address)
    pass(worker, onward)
    pass(onward, worker)
  })
  await once(server.listen(0, address), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    setDelay: ms => {
      delayMs = ms
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const chunksOf = (socket: Socket): Observable<Buffer> =>
  new Observable(out => {
    socket.on('data', (chunk: Buffer) => out.next(chunk))
    socket.once('end', () => out.complete())
    /* Told by `close`. */
    socket.on('error', () => {})
  })
