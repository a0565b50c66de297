import { reasonOf } from '../../contracts/failure.ts'
import { preview } from '../../text/preview.ts'
import { byteLevelTokenizer } from './byte-level.ts'
import { byteTokenizer } from './bytes.ts'
import { at, textOf } from '../files/field.ts'
import { wordLevelTokenizer } from './word-level.ts'
import type { Tokenizer } from './tokenizer.ts'

/**
 * @param json a tokenizer.json: word-level as `buildTokenizerJson` writes it, byte-level pairs as Qwen2 has it, or bytes alone, which is
 *   a form of ours.
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
  if (type === 'Bytes') return byteTokenizer(value, json)
  throw new RangeError(`tokenizer.json: model.type must be 'WordLevel' or 'BPE', got ${preview(type)}`)
}

/**
 * The tokenizers of several models; models that have the same text share one.
 *
 * @param texts of a tokenizer.json each, by name of the model.
 * @returns the tokenizer of a model. @throws {RangeError} from it, if there is no model of that name.
 * @throws {RangeError} as `loadTokenizer`.
 */
export function loadTokenizers(texts: Readonly<Record<string, string>>): (model: string) => Tokenizer {
  const made = new Map([...new Set(Object.values(texts))].map(text => [text, loadTokenizer(text)]))
  return model => {
    const text = Object.hasOwn(texts, model) ? texts[model] : undefined
    const tokenizer = text === undefined ? undefined : made.get(text)
    if (tokenizer === undefined)
      throw new RangeError(`there must be a model named ${model}, got ${Object.keys(texts).join(', ')}`)
    return tokenizer
  }
}
