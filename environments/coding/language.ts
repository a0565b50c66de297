/** One token a word of the specification, a phrase of the program, a number or an arrow. */
import type { Language } from '../../src/contracts/worlds/environment.ts'
import { codingReasons } from './programs/label.ts'
import { largestNumber } from './programs/lists.ts'
import { clauseParaphrases, distractors, outputParaphrases, ways } from './prompts/paraphrases.ts'
import { outputs } from './tasks/pipeline.ts'
import { clauseStatements, printStatements, readStatement } from './programs/program.ts'
import { arrow, exampleWord, opening } from './prompts/wording.ts'

/** One token although they are several words. */
const phrases = [
  'the first',
  'the numbers',
  'each number',
  'every number',
  'modulo 10',
  'the list',
  'what is',
  'the order',
]

const spoken = [...Object.values(clauseParaphrases), ...Object.values(outputParaphrases), distractors].flatMap(ways)

const words = spoken.flatMap(text => text.replaceAll(/\bmodulo 10\b|\bk\b/g, '').split(' ')).filter(word => word !== '')

export const codingLanguage: Language = {
  phrases: [
    ...new Set([
      ...Array.from({ length: largestNumber + 1 }, (_, number) => String(number)),
      arrow,
      ';',
      readStatement,
      ...Object.values(clauseStatements)
        .flat()
        .filter(phrase => phrase !== 'k'),
      ...Object.values(printStatements),
      opening,
      exampleWord,
      'then',
      ...phrases,
      ...words,
      ...codingReasons,
      ...outputs,
      'passed',
      'of',
    ]),
  ],
  silent: [', ', '.', ' '],
}
