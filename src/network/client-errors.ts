/** Requests that are none, or whose heads come late. */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const late = 'ERR_HTTP_REQUEST_TIMEOUT'

/** As Node.js answers them; any other is a bad request. */
const answers: Readonly<Record<string, string>> = {
  [late]: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
}

/**
 * Answers and ends connections of such requests, late ones after some time more: where this thread was blocked or its machine stopped,
 * the head has come and was not read.
 *
 * @param graceMs the time more.
 */
export function endFaultyRequests(server: Server, graceMs: number): void {
  const newest = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => newest.set(socket, response))
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Socket) => {
    const before = newest.get(socket)
    const end = (): void => {
      const isAnswering = before?.headersSent === true && !before.writableFinished
      if (socket.writable && !isAnswering)
        socket.write(`HTTP/1.1 ${answers[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`)
      socket.destroy()
    }
    if (error.code !== late) return end()
    const endIfLate = (): void => {
      if (newest.get(socket) === before) end()
    }
    setTimeout(() => setImmediate(endIfLate), graceMs)
  })
}
