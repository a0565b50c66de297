/** The words of a model, by its folder. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const form = z.object({ model: z.object({ vocab: z.record(z.string(), z.number()) }) })

/**
 * The phrases in the tokenizer.json of a model's folder.
 *
 * @throws {RangeError} if the folder has none, or it has no vocabulary.
 */
export function knownPhrases(folder: string): readonly string[] {
  const file = join(folder, 'tokenizer.json')
  if (!existsSync(file))
    throw new RangeError(`vocabulary must be the folder of a model with its tokenizer.json, got ${folder}`)
  const parsed = form.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new RangeError(`vocabulary: ${file} has no vocabulary of words`)
  return Object.keys(parsed.data.model.vocab)
}
