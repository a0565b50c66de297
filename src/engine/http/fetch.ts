/** One request over HTTP, by undici: with the `fetch` of the platform it takes more than twice the processor time. */

interface Asked {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
}

export interface Fetched {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}

/** A part of the `fetch` of the platform, so that a test may give that of its own. */
export type Fetch = (url: string, asked: Asked) => Promise<Fetched>

/** Without a limit of time but that of its signal. No redirect is followed: it would take the key elsewhere. */
export const usualFetch: Fetch = async (url, asked) => {
  const { request } = await import('undici')
  const { statusCode: status, headers, body } = await request(url, { ...asked, headersTimeout: 0, bodyTimeout: 0 })
  const told = (name: string): string | null => [headers[name] ?? []].flat().join(', ') || null
  return { status, headers: { get: told }, body: asked.method === 'HEAD' ? null : body }
}
