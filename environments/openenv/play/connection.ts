/** A connection to a server: one request at a time, for replies carry no id and are matched by order alone. */
import { types } from 'node:util'
import { WebSocket } from 'ws'
import { reasonOf } from '../../../src/contracts/failure.ts'
import { serverFrame, type ServerFrame } from '../../../src/openenv/wire/replies.ts'

export interface Connection {
  /**
   * Sends a request, and waits for its reply. An unasked message of the server, e.g. that it is full, is the reply to the next request.
   *
   * @throws {Error} if none comes in time, or it cannot be understood; the connection is dropped then, since a
   *   late reply would be taken for that of the next request.
   */
  readonly ask: (request: Readonly<Record<string, unknown>>) => Promise<ServerFrame>
  /** Takes leave; resolves once the server has closed too, or has had the time for it. */
  readonly close: () => Promise<void>
}

interface ConnectOptions {
  /** `ws://…/ws`. */
  readonly socket: string
  /** Most milliseconds for the connection, and for each reply. */
  readonly deadlineMs: number
  /** Drops the connection. */
  readonly signal: AbortSignal
}

/** Bytes of a message: as much as the Python client takes. */
const maxBytes = 100 * 2 ** 20
/** Milliseconds for the server to answer a close. */
const closeMs = 2000

/** @throws {Error} if the server cannot be reached. */
export async function connect({ socket: url, deadlineMs, signal }: ConnectOptions): Promise<Connection> {
  signal.throwIfAborted()
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    handshakeTimeout: deadlineMs,
    maxPayload: maxBytes,
  })
  const unasked: string[] = []
  let waiting: { readonly resolve: (text: string) => void; readonly reject: (error: Error) => void } | null = null
  let gone: Error | null = null

  const lose = (error: Error): void => {
    gone ??= error
    waiting?.reject(gone)
    waiting = null
    socket.terminate()
  }
  const onAbort = (): void => lose(new Error(`the episode in ${url} was given up`))
  signal.addEventListener('abort', onAbort, { once: true })
  socket.on('message', data => {
    const text = textOf(data)
    if (waiting === null) return void unasked.push(text)
    waiting.resolve(text)
    waiting = null
  })
  socket.on('error', error => lose(new Error(`${url} cannot be used: ${error.message}`)))
  socket.on('close', (code, reason) => {
    signal.removeEventListener('abort', onAbort)
    const why = reason.length === 0 ? '' : `: ${reason.toString()}`
    lose(new Error(`${url} closed the connection with ${code}${why}`))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('close', () => reject(gone ?? new Error(`${url} cannot be reached`)))
  })

  const reply = (): Promise<string> => {
    const early = unasked.shift()
    if (early !== undefined) return Promise.resolve(early)
    if (gone !== null) return Promise.reject(gone)
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => lose(new Error(`${url} has not answered within ${deadlineMs / 1000} s; the connection is dropped`)),
        deadlineMs,
      )
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(late)
          settle(value)
        }
      waiting = { resolve: settled(resolve), reject: settled(reject) }
    })
  }

  return {
    ask: async request => {
      if (waiting !== null) throw new Error('a connection takes one request at a time')
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request))
      const text = await reply()
      try {
        return serverFrame.parse(JSON.parse(text))
      } catch (thrown) {
        lose(new Error(`${url} sent something that is no reply of OpenEnv: ${reasonOf(thrown)}`, { cause: thrown }))
        throw gone ?? thrown
      }
    },
    close: async () => {
      if (socket.readyState === WebSocket.CLOSED) return
      const closed = new Promise<void>(resolve => void socket.once('close', () => resolve()))
      const late = setTimeout(() => socket.terminate(), closeMs)
      if (socket.readyState === WebSocket.OPEN) {
        socket.send('{"type":"close"}')
        socket.close(1000)
      }
      await closed
      clearTimeout(late)
    },
  }
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return (types.isAnyArrayBuffer(data) ? Buffer.from(data) : data).toString('utf8')
}
