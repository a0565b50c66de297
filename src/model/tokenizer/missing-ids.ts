import type { IdRange, ModelConfig } from '../../contracts/models/model-config.ts'
import { vocabularyOf } from './vocabulary.ts'

/**
 * The ids of [0, size) that a tokenizer has no token for: above its own, where vocabularies are padded as Qwen2.5's is (151936
 * rows, 151665 tokens), and between them.
 *
 * @param tokenizer text of a tokenizer.json. @throws {RangeError} if it has no vocabulary.
 */
export function missingIds(tokenizer: string, size: number): readonly IdRange[] {
  const ids = [...new Set(vocabularyOf(tokenizer).values())].filter(id => id < size).sort((a, b) => a - b)
  const ranges: IdRange[] = []
  let next = 0
  for (const id of [...ids, size]) {
    if (id > next) ranges.push([next, id])
    next = id + 1
  }
  return ranges
}

/** The field of a config that has them; none where every id has a token, or nothing says which have. */
export function withMissingIds(tokenizer: string | undefined, size: number): Pick<ModelConfig, 'missing_ids'> {
  const missing = tokenizer === undefined ? [] : missingIds(tokenizer, size)
  return missing.length === 0 ? {} : { missing_ids: missing }
}
