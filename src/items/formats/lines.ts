/** One line of a file, or why it cannot be read. */
export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: string }

/**
 * The lines of a file of UTF-8, one at a time: a line that cannot be read is lost alone.
 *
 * @param chunks the file's bytes, cut anywhere.
 * @param maxBytes longest line that is kept; of a longer one nothing is.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let length = 0
  let number = 1
  for await (const chunk of chunks) {
    let from = 0
    while (from <= chunk.length) {
      const at = chunk.indexOf(newline, from)
      const part = chunk.subarray(from, at < 0 ? chunk.length : at)
      length += part.length
      if (length <= maxBytes) parts.push(part)
      else parts = []
      if (at < 0) break
      yield read()
      parts = []
      length = 0
      number += 1
      from = at + 1
    }
  }
  if (length > 0) yield read()

  function read(): Line {
    if (length > maxBytes)
      return { number, problem: `is too long: it must have at most ${maxBytes} bytes, got ${length}` }
    try {
      return { number, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)) }
    } catch {
      return { number, problem: 'is not UTF-8' }
    }
  }
}

const newline = 0x0a
