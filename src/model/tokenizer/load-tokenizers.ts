import { loadTokenizer } from './load-tokenizer.ts'
import type { Tokenizer } from './tokenizer.ts'

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
