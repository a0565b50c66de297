/** Joins a client's WebSocket to one of a server: each has what the other sends, in order. */
import { WebSocket } from 'ws'
import { messageText } from '../../openenv/wire/message-text.ts'

interface RelayOptions {
  readonly client: WebSocket
  readonly server: WebSocket
  /** Told of each frame of the client. */
  readonly asked: (text: string) => void
  /** Awaited before a frame of the server is sent on; if it rejects, both connections end. */
  readonly answered: (text: string) => Promise<void>
}

/** Of WebSocket: an error of the server's. */
const internalError = 1011
/** Frames of a client that wait for the server to be there. */
const maxWaiting = 64

export function relay({ client, server, asked, answered }: RelayOptions): void {
  const waiting: string[] = []
  const end = (code: number, reason: string): void => {
    for (const socket of [client, server]) {
      /* Codes below that are not sent, but stand for a connection that broke. */
      if (code === 1005 || code === 1006) socket.close()
      else socket.close(code, reason)
    }
  }
  client.on('message', data => {
    const text = messageText(data)
    asked(text)
    if (server.readyState === WebSocket.OPEN) server.send(text)
    else if (waiting.push(text) > maxWaiting) end(internalError, 'the server is not there yet')
  })
  server.on('open', () => {
    for (const text of waiting.splice(0)) server.send(text)
  })
  let last = Promise.resolve()
  server.on('message', data => {
    const text = messageText(data)
    last = last
      .then(() => answered(text))
      .then(
        () => client.send(text),
        () => end(internalError, 'the outcome could not be kept'),
      )
  })
  /* Each is asked for signs of life by the other. */
  server.on('ping', data => client.ping(data))
  client.on('pong', data => server.readyState === WebSocket.OPEN && server.pong(data))
  client.on('error', () => {})
  server.on('error', error => client.close(internalError, error.message.slice(0, 100)))
  client.on('close', (code, reason) => end(code, reason.toString()))
  server.on('close', (code, reason) => void last.then(() => end(code, reason.toString())))
}
