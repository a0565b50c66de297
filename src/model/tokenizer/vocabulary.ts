import { z } from 'zod'
import { parsed } from '../../text/parsed.ts'

const form = z.object({
  added_tokens: z.array(z.object({ id: z.int().nonnegative(), content: z.string() })).default([]),
  model: z.object({ vocab: z.record(z.string(), z.int().nonnegative()) }),
})

/** Ids by token of any tokenizer.json, added tokens included. @throws {RangeError} if it has no vocabulary. */
export function vocabularyOf(tokenizer: string): ReadonlyMap<string, number> {
  const { added_tokens: added, model } = parsed('tokenizer.json', form, JSON.parse(tokenizer))
  return new Map([...Object.entries(model.vocab), ...added.map(({ content, id }) => [content, id] as const)])
}
