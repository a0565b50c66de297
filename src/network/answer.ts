/** A server's answers, and how they are sent. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { types } from 'node:util'

export interface HttpAnswer {
  readonly status: number
  /** Media type of the body. */
  readonly type: string
  /** Pieces are sent as they come, no faster than they are read. */
  readonly body: string | Uint8Array | Iterable<string> | AsyncIterable<string | Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
}

/** One that is not sent in pieces. */
export type WholeAnswer = HttpAnswer & { readonly body: string | Uint8Array }

export const plainAnswer = (status: number, text: string): WholeAnswer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${text}\n`,
})

export const jsonAnswer = (value: unknown, status = 200): WholeAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})

/** @param stallMs milliseconds without progress after which a client that does not read is let go. */
export async function sendAnswer(
  response: ServerResponse,
  { status, type, body, headers = {} }: HttpAnswer,
  stallMs: number,
): Promise<void> {
  /* Pieces may be long in coming. */
  response.setTimeout(stallMs, () => {
    if (response.writableEnded || response.writableLength > 0) response.destroy()
  })
  const whole = typeof body === 'string' || types.isUint8Array(body) ? Buffer.from(body) : null
  const length = whole === null ? {} : { 'content-length': whole.length }
  response.writeHead(status, { ...headers, ...length, 'content-type': type })
  if (response.req.method === 'HEAD') return void response.end()
  if (whole !== null) return void response.end(whole)
  response.flushHeaders()
  await pipeline(Readable.from(body), response)
}

/**
 * Answers a request without reading it to its end, and hangs up. A client that still sends would lose the answer if the
 * connection ended under it: its data are thrown away until it has finished, for so long at most.
 */
export function hangUp(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body, headers = {} }: WholeAnswer,
  lingerMs: number,
): void {
  const bytes = Buffer.from(body)
  const length = { 'content-length': bytes.length, connection: 'close' }
  response.writeHead(status, { ...headers, ...length, 'content-type': type })
  if (request.method === 'HEAD' || request.complete) return void response.end(bytes)
  response.write(bytes)
  const end = (): void => {
    clearTimeout(late)
    response.end()
  }
  const late = setTimeout(end, lingerMs)
  request.once('close', end)
  request.once('end', end)
  request.resume()
}
