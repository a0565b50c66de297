import { familyOf } from '../tasks/families.ts'

/** The form of a puzzle, and a line for each family. */
export const rulesOf = (families: readonly string[]): string =>
  [
    'A puzzle is its kind and rows of words, with ; between rows:',
    ...families.map(name => `${name}: ${familyOf(name).rule}.`),
  ].join('\n')
