import type { IncomingMessage } from 'node:http'

export interface BodyLimits {
  readonly maxBytes: number
  /** Milliseconds from now until all of it must be there. */
  readonly maxMs: number
}

/** The body of a request; beyond a limit nothing more is kept. @throws {Error} if the client leaves before its end. */
export function bodyOf(
  request: IncomingMessage,
  { maxBytes, maxMs }: BodyLimits,
): Promise<Buffer | 'too long' | 'too slow'> {
  const parts: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    const settle = (body: Buffer | 'too long' | 'too slow'): void => {
      clearTimeout(late)
      request.off('data', take)
      resolve(body)
    }
    const take = (part: Buffer): void => {
      bytes += part.length
      parts.push(part)
      if (bytes > maxBytes) settle('too long')
    }
    const late = setTimeout(() => settle('too slow'), maxMs)
    request.on('data', take)
    request.once('end', () => settle(Buffer.concat(parts, bytes)))
    request.on('error', () => {})
    request.once('close', () => {
      clearTimeout(late)
      reject(new Error('the client left before the end of its request'))
    })
  })
}
