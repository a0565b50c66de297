/** One attempt at one request: the whole reply, or why it failed. */
import { reasonOf } from '../../contracts/failure.ts'
import { systemCode } from '../../files/system-code.ts'
import { NoReplyError } from './http-errors.ts'
import { isError } from '../../contracts/built-in-error.ts'
import type { Fetch, Fetched } from './fetch.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Added to the address of the service, e.g. `/api/v1/healthz`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export interface HttpReply {
  readonly status: number
  /** Without parameters, in lower case, e.g. `application/json`; empty if missing. */
  readonly contentType: string
  /** As it was sent; `null` if missing. */
  readonly retryAfter: string | null
  readonly body: Uint8Array
}

interface ExchangeOptions {
  readonly url: string
  readonly fetch: Fetch
  readonly signal: AbortSignal
  /** Of the body, decoded; a longer one is no reply. */
  readonly maxBytes: number
}

/** Longest time for a look. */
const lookMs = 5000

/** Codes of connections that were never made. */
const unsentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** The code of a connection that was never made; `null` for any other fault. */
function connectionFailure(thrown: unknown): string | null {
  const code = systemCode(thrown)
  return code !== null && unsentCodes.includes(code) ? code : null
}

/** Why there is no connection; `null` if there is one, whatever is answered, or nothing is known. */
export const faultOf = (url: string, fetch: Fetch, signal?: AbortSignal): Promise<string | null> =>
  fetch(url, {
    method: 'HEAD',
    signal: AbortSignal.any([AbortSignal.timeout(lookMs), ...(signal === undefined ? [] : [signal])]),
  }).then(() => null, connectionFailure)

/** @throws {NoReplyError} if no whole reply came. @throws what `signal` was aborted with. */
export async function exchange(
  { method, path, headers = {}, body }: HttpRequest,
  { url, fetch, signal, maxBytes }: ExchangeOptions,
): Promise<HttpReply> {
  const what = `${method} ${path}`
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
    })
    const bytes = await bodyOf(response, maxBytes, what)
    const [contentType = ''] = (response.headers.get('content-type') ?? '').split(';')
    return {
      status: response.status,
      contentType: contentType.trim().toLowerCase(),
      retryAfter: response.headers.get('retry-after'),
      body: bytes,
    }
  } catch (thrown) {
    if (signal.aborted) throw signal.reason
    if (thrown instanceof NoReplyError) throw thrown
    const cause = reasonOf(causeOf(thrown) ?? thrown)
    const code = systemCode(thrown)
    const reason = code === null ? cause : `${code} (${cause})`
    throw new NoReplyError(what, reason, { unsent: connectionFailure(thrown) !== null, cause: thrown })
  }
}

async function bodyOf({ body }: Fetched, maxBytes: number, what: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  if (body === null) return new Uint8Array(0)
  for await (const bytes of body) {
    size += bytes.length
    if (size > maxBytes) throw new NoReplyError(what, `its body has more than ${maxBytes} bytes`, { unsent: false })
    parts.push(bytes)
  }
  return Buffer.concat(parts, size)
}

const causeOf = (thrown: unknown): unknown => (isError(thrown) ? thrown.cause : undefined)
