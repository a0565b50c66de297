import { reasonOf } from '../../contracts/failure.ts'
import { shown } from '../../text/shown.ts'
import { byteLevelTokenizer } from './byte-level.ts'
import { at, textOf } from '../field.ts'
import { wordLevelTokenizer } from './word-level.ts'

/** Text to token ids and back; what it does is all in its tokenizer.json. */
export interface Tokenizer {
  /** The ids of `text`; a fresh array, the caller's own. Specials are found in text too. */
  readonly encode: (text: string) => Int32Array
  /**
   * Word-level: tokens joined by single spaces, `<pad>` and `<end>` left out. Byte-level: the text, specials left out.
   *
   * @throws {RangeError} on an id outside [0, size).
   */
  readonly decode: (ids: Iterable<number>) => string
  /** @throws {RangeError} if the vocabulary lacks `token`. */
  readonly id: (token: string) => number
  readonly size: number
  /** The id of what the vocabulary lacks; −1 if it lacks nothing, as a byte-level one. */
  readonly unknown: number
  /** The tokenizer.json that made it. */
  readonly json: string
}

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
  throw new RangeError(`tokenizer.json: model.type must be 'WordLevel' or 'BPE', got ${shown(type)}`)
}
