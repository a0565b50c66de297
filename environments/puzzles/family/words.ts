/** Problems and answers as rows of words: every word is one token of the language. Pure. */

/** A word or a number from 0 to `largestNumberWord`. */
export type Word = string | number

/** The rows of a problem. */
export type Rows = readonly (readonly Word[])[]

/** Largest number that is one token. */
export const largestNumberWord = 99

/** Between rows. */
export const rowEnd = ';'

export const rowsText = (rows: Rows): string => rows.map(row => row.join(' ')).join(` ${rowEnd} `)

export const rowsOf = (text: string): readonly (readonly string[])[] =>
  text.split(` ${rowEnd} `).map(row => (row === '' ? [] : row.split(' ')))

/** The numbers that all of these words are; `null` if one of them is none. */
export const numbersOf = (words: readonly string[]): readonly number[] | null =>
  words.every(word => /^(0|[1-9]\d?)$/.test(word)) ? words.map(Number) : null

/** Rows of numbers; `null` if a word is none. */
export function numberRows(rows: readonly (readonly string[])[]): readonly (readonly number[])[] | null {
  const read = rows.map(numbersOf)
  return read.every(row => row !== null) ? read : null
}

/** Digits alone, at least one; `null` otherwise. */
export const digitsIn = (words: readonly string[]): readonly number[] | null =>
  words.length > 0 && words.every(word => /^\d$/.test(word)) ? words.map(Number) : null
