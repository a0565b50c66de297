import type { ActorPrompt } from '../../../src/contracts/worlds/prompts.ts'
import { rulesOf } from './rules.ts'

/** For the model that answers: without a thought, as answers are short. */
export const puzzlesActor = (families: readonly string[]): ActorPrompt => ({
  action: 'line',
  instructions: `You solve puzzles. ${rulesOf(families)}
Write one line, the words of the answer with spaces between them:
Action: the answer`,
})
