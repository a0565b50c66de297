/** The questions of this world to language models that read prose. */
import type { WorldPrompts } from '../../src/contracts/worlds/prompts.ts'
import { familyOf } from './tasks/families.ts'

/** @param families by name, whose rules are told. */
export const puzzlesPrompts = (families: readonly string[]): WorldPrompts => ({
  /* Without a thought, as answers are short. */
  actor: {
    action: 'line',
    instructions: `You solve puzzles. ${rulesOf(families)}
Write one line, the words of the answer with spaces between them:
Action: the answer`,
  },
  observer: {
    instructions: `You check answers to puzzles. ${rulesOf(families)}
Write one JSON object, the reason in a few words, the score 1 if the answer is right and -1 if it is wrong:
{"reason": "a few words", "score": 1 or -1}`,
    question: 'Is the answer right?',
  },
  critic: `You read what a judge said of several answers to one puzzle. Lines marked ✗ are answers that all votes called wrong. Say in at most three sentences what is wrong with them.`,
})

/** The form of a puzzle, and a line for each family. */
const rulesOf = (families: readonly string[]): string =>
  [
    'A puzzle is its kind and rows of words, with ; between rows:',
    ...families.map(name => `${name}: ${familyOf(name).rule}.`),
  ].join('\n')
