/** Tokenizers of byte pairs, as Qwen2 has them: every text has tokens, and they give it back. */
import { z } from 'zod'
import { openLibrary } from './tokenizer-library.ts'
import type { Tokenizer } from './tokenizer.ts'

const byteLevel = z.object({
  added_tokens: z.array(z.object({ id: z.int().nonnegative(), content: z.string() })),
  decoder: z.object({ type: z.literal('ByteLevel') }),
  model: z.object({
    type: z.literal('BPE'),
    vocab: z.record(z.string(), z.int().nonnegative()),
    merges: z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])),
  }),
})

/**
 * @param value a tokenizer.json, read.
 * @param json its text.
 * @throws {RangeError} if it is not of that form, naming the field, or gives an id to two tokens.
 */
export function byteLevelTokenizer(value: unknown, json: string): Tokenizer {
  const result = byteLevel.safeParse(value)
  if (!result.success) throw new RangeError(`tokenizer.json is not a byte-level one: ${z.prettifyError(result.error)}`)
  const { added_tokens: added, model } = result.data
  const ids = new Map([...Object.entries(model.vocab), ...added.map(({ content, id }) => [content, id] as const)])
  const tokens = new Map([...ids].map(([token, id]) => [id, token]))
  if (tokens.size !== ids.size) throw new RangeError(`tokenizer.json: ${ids.size} tokens share ${tokens.size} ids`)
  const size = [...tokens.keys()].reduce((most, id) => Math.max(most, id), -1) + 1
  const library = openLibrary(value, {})

  return {
    encode: text => Int32Array.from(library.encode(text)),
    decode: text => {
      const found = [...text]
      const wrong = found.find(id => !tokens.has(id))
      if (wrong !== undefined) throw new RangeError(`a token id must be an integer in [0, ${size}), got ${wrong}`)
      return library.decode(found)
    },
    id: token => {
      const id = ids.get(token)
      if (id === undefined) throw new RangeError(`the vocabulary has no token '${token}'`)
      return id
    },
    size,
    unknown: -1,
    json,
  }
}
