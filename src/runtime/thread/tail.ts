import type { Readable } from 'node:stream'

/** Drains text streams and remembers their last `length` characters together. */
export function tail(length: number, ...streams: readonly Readable[]): () => string {
  let text = ''
  for (const stream of streams) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => (text = (text + chunk).slice(-length)))
  }
  return () => text
}
