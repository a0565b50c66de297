import type { ObserverPrompt } from '../../../src/contracts/worlds/prompts.ts'

/** For the model that votes on programs, where votes are asked for. */
export const problemsRewardModel: ObserverPrompt = {
  instructions: `You judge programs. You read a problem, and then a program that was written for it with the result of its tests. A program is good if it is right for every input that the problem allows, and bad if there is one for which it is wrong, breaks off or takes too long.`,
  question: `Judge the program. First give your reason in one sentence, then the final score: 1 if it is right, -1 if it is wrong. Answer with one JSON object and nothing else:
{"reason": "one sentence", "score": 1 or -1}`,
}
