import { reasonOf } from '../../contracts/failure.ts'
import { preview } from '../../text/preview.ts'
import { byteLevelTokenizer } from './byte-level.ts'
import { at, textOf } from '../files/field.ts'
import { wordLevelTokenizer } from './word-level.ts'
import type { Tokenizer } from './tokenizer.ts'

/**
 * @param json a tokenizer.json: word-level as `buildTokenizerJson` writes it, or byte-level pairs as Qwen2 has it.
 * @throws {RangeError} if it is not JSON or not of one of these forms, naming the field.
 */
export function loadTokenizer(json: string): Tokenizer {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new RangeError(`tokenizer.json is not JSON: ${reasonOf(error)}`, { cause: error })
  }
  const type = textOf(at(at({ form: 'tokenizer.json is not one', path: '', value }, 'model'), 'type'))
  if (type === 'WordLevel') return wordLevelTokenizer(value, json)
  if (type === 'BPE') return byteLevelTokenizer(value, json)
  throw new RangeError(`tokenizer.json: model.type must be 'WordLevel' or 'BPE', got ${preview(type)}`)
}
