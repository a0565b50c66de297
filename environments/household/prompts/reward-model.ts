import type { ObserverPrompt } from '../../../src/contracts/worlds/prompts.ts'

/** For the model that votes on each step. */
export const householdRewardModel: ObserverPrompt = {
  instructions: `You judge the steps of a player in a text game. The player is in a room and has to do what the task says: find things, clean, heat or cool them, and put them where they belong. You read the task, then each action with what the game answered.

A step is good if it brings the task nearer to its end, or if it looks into a place that was not seen yet and may hold what is still to be found. A step is bad if it was refused ("Nothing happens."), repeats what was done, goes where there is nothing to find, takes the wrong thing or undoes what was right.`,
  question: `Judge the last action alone. First give your reason in one sentence, then the final score: 1 if the action was good, -1 if it was bad. Answer with one JSON object and nothing else:
{"reason": "one sentence", "score": 1 or -1}`,
}
