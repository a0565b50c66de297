/** A tokenizer whose tokens are the bytes of a text, and added ones: without pairs to look for it takes a hundredth of the time. */
import { addedTokensOf } from './added-tokens.ts'
import { encoderOf } from './encoder.ts'
import { idByToken, type Tokenizer } from './tokenizer.ts'

const bytes = 256

/**
 * @param value a tokenizer.json, read, of which all added tokens are special.
 * @param json its text.
 * @throws {RangeError} naming the field that is wrong.
 */
export function byteTokenizer(value: unknown, json: string): Tokenizer {
  const added = addedTokensOf({ form: 'tokenizer.json is not one of bytes', path: '', value })
  const ids = new Map(added.map(({ content, id }) => [content, id]))
  const marks = new Set(ids.values())
  const encoder = new TextEncoder()
  return {
    encode: encoderOf(added, text => encoder.encode(text)),
    decode: tokens => {
      const text: number[] = []
      for (const id of tokens) if (id >= 0 && id < bytes) text.push(id)
      return new TextDecoder().decode(new Uint8Array(text))
    },
    has: id => (id >= 0 && id < bytes) || marks.has(id),
    id: idByToken(ids),
    size: Math.max(bytes - 1, ...marks) + 1,
    unknown: -1,
    json,
  }
}
