import { Buffer } from 'node:buffer'

/** The output of a program up to a number of bytes; the rest is dropped. */
export interface Capture {
  /** @returns whether all of it was kept; if not, the program should be stopped. */
  readonly write: (text: string) => boolean
  readonly text: () => string
  readonly full: () => boolean
}

export function capture(limitBytes: number): Capture {
  const parts: string[] = []
  let left = limitBytes
  let full = false

  return {
    write(text) {
      if (full) return false
      const bytes = Buffer.byteLength(text)
      full = bytes > left
      parts.push(full ? cut(text, left) : text)
      left -= bytes
      return !full
    },
    text: () => parts.join(''),
    full: () => full,
  }
}

/** The first bytes of a text, whole characters only. */
function cut(text: string, bytes: number): string {
  const kept = Buffer.from(text.slice(0, bytes)).subarray(0, bytes)
  return new TextDecoder().decode(kept, { stream: true })
}
