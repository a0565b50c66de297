import type { ObserverPrompt } from '../../../src/contracts/worlds/prompts.ts'
import { rulesOf } from './rules.ts'

/** For the model that votes on answers. */
export const puzzlesRewardModel = (families: readonly string[]): ObserverPrompt => ({
  instructions: `You check answers to puzzles. ${rulesOf(families)}
Write one JSON object, the reason in a few words, the score 1 if the answer is right and -1 if it is wrong:
{"reason": "a few words", "score": 1 or -1}`,
  question: 'Is the answer right?',
})
