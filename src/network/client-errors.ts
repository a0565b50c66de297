/** Requests that are none, or whose heads come late. */
import type { Server } from 'node:http'
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
  const requests = new WeakMap<Socket, number>()
  server.on('request', ({ socket }) => requests.set(socket, (requests.get(socket) ?? 0) + 1))
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Socket) => {
    const end = (): void => {
      if (socket.writable)
        socket.write(`HTTP/1.1 ${answers[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`)
      socket.destroy()
    }
    if (error.code !== late) return end()
    const before = requests.get(socket)
    const endIfLate = (): void => {
      if (requests.get(socket) === before) end()
    }
    setTimeout(() => setImmediate(endIfLate), graceMs)
  })
}
