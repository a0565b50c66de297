import { at, fieldList, naturalOf, textOf, wrong, type Field } from '../files/field.ts'

export interface AddedToken {
  readonly id: number
  readonly content: string
  /** Whether it is no text, e.g. the end of a message. */
  readonly special: boolean
  /** Whether white space before it is left out. */
  readonly lstrip: boolean
  /** Whether white space after it is left out. */
  readonly rstrip: boolean
}

/** The entry of a special token in a tokenizer.json: matched exactly, with the white space around it left alone. */
export const specialToken = (id: number, content: string) => ({
  id,
  content,
  ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
  special: true,
})

/** The tokens of a tokenizer.json that are found in a text before anything else. @throws {RangeError} naming the field that is wrong. */
export function addedTokens(json: string): readonly AddedToken[] {
  return addedTokensOf({ form: 'tokenizer.json has wrong tokens', path: '', value: JSON.parse(json) })
}

/** Those of a tokenizer.json that is read already. @throws {RangeError} naming the field that is wrong. */
export function addedTokensOf(file: Field): readonly AddedToken[] {
  return fieldList(at(file, 'added_tokens')).map(token => ({
    id: naturalOf(at(token, 'id')),
    content: textOf(at(token, 'content')),
    special: flagOf(at(token, 'special')),
    lstrip: flagOf(at(token, 'lstrip')),
    rstrip: flagOf(at(token, 'rstrip')),
  }))
}

/** A flag that is left out is false. */
function flagOf(field: Field): boolean {
  if (field.value === undefined) return false
  if (typeof field.value !== 'boolean') throw wrong(field, 'true or false')
  return field.value
}
