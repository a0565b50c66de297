import { z } from 'zod'

const form = z.object({
  added_tokens: z.array(z.object({ id: z.int().nonnegative(), content: z.string() })).default([]),
  model: z.object({ vocab: z.record(z.string(), z.int().nonnegative()) }),
})

/** Ids by token of any tokenizer.json, added tokens included. @throws {RangeError} if it has no vocabulary. */
export function vocabularyOf(tokenizer: string): ReadonlyMap<string, number> {
  const parsed = form.safeParse(JSON.parse(tokenizer))
  if (!parsed.success) throw new RangeError(`tokenizer.json has no vocabulary: ${z.prettifyError(parsed.error)}`)
  const { added_tokens: added, model } = parsed.data
  return new Map([...Object.entries(model.vocab), ...added.map(({ content, id }) => [content, id] as const)])
}
