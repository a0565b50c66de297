import { at, naturalsOf, type Field } from '../files/field.ts'
import { addedTokensOf, type AddedToken } from './added-tokens.ts'

/** Ids by token of a tokenizer.json that is read already. @throws {RangeError} if it has no vocabulary. */
export const vocabularyIn = (
  file: Field,
  added: readonly Pick<AddedToken, 'content' | 'id'>[],
): ReadonlyMap<string, number> =>
  new Map([...naturalsOf(at(at(file, 'model'), 'vocab')), ...added.map(({ content, id }) => [content, id] as const)])

let last: { readonly json: string; readonly vocabulary: ReadonlyMap<string, number> } | undefined

/** The same of its text, added tokens included: the last one is kept, as one checkpoint of a model asks several times. */
export function vocabularyOf(json: string): ReadonlyMap<string, number> {
  if (last?.json !== json) {
    const file = { form: 'tokenizer.json has no vocabulary', path: '', value: JSON.parse(json) as unknown }
    const isPlain = at(file, 'added_tokens').value === undefined
    last = { json, vocabulary: vocabularyIn(file, isPlain ? [] : addedTokensOf(file)) }
  }
  return last.vocabulary
}
