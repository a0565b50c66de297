import type { ObserverPrompt } from '../../../src/contracts/worlds/prompts.ts'

/** For the model that votes on programs, where votes are asked for. */
export const codingRewardModel: ObserverPrompt = {
  instructions: `You judge programs. You read a task, and then a program that was written for it with the result of its tests. A program is good if it does just what the task says for every input, and bad if there is an input for which it prints something else.`,
  question: `Judge the program. First give your reason in one sentence, then the final score: 1 if it is right, -1 if it is wrong. Answer with one JSON object and nothing else:
{"reason": "one sentence", "score": 1 or -1}`,
}
