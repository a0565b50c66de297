import type { Tokenizer } from '../tokenizer/tokenizer.ts'

/**
 * The text of sampled tokens, up to the first that ends it. With a number among them that is no token's id, as a server can send
 * one, nothing was written: it is malformed.
 *
 * @param stop tokens each of which ends it.
 */
export function writtenText(tokenizer: Tokenizer, stop: readonly number[]): (tokens: Int32Array) => string {
  const ends = new Set(stop)
  return tokens => {
    const end = tokens.findIndex(token => ends.has(token))
    const written = end === -1 ? tokens : tokens.slice(0, end)
    return written.every(tokenizer.has) ? tokenizer.decode(written) : ''
  }
}
