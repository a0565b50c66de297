/** Tokenizers of byte pairs, as Qwen2 has them: every text has tokens, and they give it back. */
import { at, fieldList, naturalOf, naturalsOf, requireOnly, textOf, type Field } from '../files/field.ts'
import { shown } from '../../text/shown.ts'
import { openLibrary } from './tokenizer-library.ts'
import type { Tokenizer } from './tokenizer.ts'

/**
 * @param value a tokenizer.json, read.
 * @param json its text.
 * @throws {RangeError} if it is not of that form, naming the field, or gives an id to two tokens.
 */
export function byteLevelTokenizer(value: unknown, json: string): Tokenizer {
  const ids = idsOf({ form: 'tokenizer.json is not a byte-level one', path: '', value })
  const tokens = new Map([...ids].map(([token, id]) => [id, token]))
  if (tokens.size !== ids.size) throw new RangeError(`tokenizer.json: ${ids.size} tokens share ${tokens.size} ids`)
  const size = [...tokens.keys()].reduce((largest, id) => Math.max(largest, id), -1) + 1
  const library = openLibrary(value, {})

  return {
    encode: text => Int32Array.from(library.encode(text)),
    decode: text => library.decode([...text].filter(id => tokens.has(id))),
    has: id => tokens.has(id),
    id: token => {
      const id = ids.get(token)
      if (id === undefined) throw new RangeError(`the vocabulary has no token ${shown(token)}`)
      return id
    },
    size,
    unknown: -1,
    json,
  }
}

/** By token. */
function idsOf(file: Field): ReadonlyMap<string, number> {
  const model = at(file, 'model')
  requireOnly(at(at(file, 'decoder'), 'type'), 'ByteLevel')
  requireOnly(at(model, 'type'), 'BPE')
  for (const merge of fieldList(at(model, 'merges'))) requireMerge(merge)
  const added = fieldList(at(file, 'added_tokens'))
  return new Map([
    ...naturalsOf(at(model, 'vocab')),
    ...added.map(token => [textOf(at(token, 'content')), naturalOf(at(token, 'id'))] as const),
  ])
}

/** Two pieces, with a space between them or as a list. */
function requireMerge(merge: Field): void {
  if (Array.isArray(merge.value)) fieldList(merge, 2).forEach(textOf)
  else textOf(merge)
}
