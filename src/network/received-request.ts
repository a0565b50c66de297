import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { bodyOf, type BodyLimits } from './body-of.ts'
import { tooLong, typeOf, type HttpRefusal } from './guard.ts'

export interface ReceivedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Media type of the body, without parameters; empty for none. */
  readonly type: string
  readonly body: Buffer
  /** Aborted when the client leaves before it has the whole answer, also after the request was handled. */
  readonly left: AbortSignal
}

const base = 'http://server'

/** A request with its body, or why it is not waited for. @throws {Error} if the client leaves before its end. */
export async function receive(
  request: IncomingMessage,
  left: AbortSignal,
  limits: BodyLimits,
): Promise<ReceivedRequest | HttpRefusal> {
  const { method = 'GET', url = '', headers } = request
  if (!URL.canParse(url, base)) return { status: 400, reason: 'the address must be a path' }
  const address = new URL(url, base)
  const body = await bodyOf(request, limits)
  if (body === 'too long') return tooLong(limits.maxBytes)
  if (body === 'too slow') return { status: 408, reason: `a body must be sent within ${limits.maxMs} ms` }
  return { method, path: address.pathname, query: address.searchParams, headers, type: typeOf(headers), body, left }
}
