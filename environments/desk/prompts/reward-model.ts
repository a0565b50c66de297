import type { ObserverPrompt } from '../../../src/contracts/worlds/prompts.ts'

/** For the model that votes on each step. */
export const deskRewardModel: ObserverPrompt = {
  instructions: `You judge the steps of somebody who uses a computer: mail, files, calendar, settings and contacts. You read the task, then each action with what the screen showed afterwards.

A step is good if it brings the task nearer to its end: it opens the application, the page, the menu or the form that is needed, writes what the task says where it belongs, or confirms it. A step is bad if it was answered by an error, leads away, repeats what was done, or changes what the task does not ask for.`,
  question: `Judge the last action alone. First give your reason in one sentence, then the final score: 1 if the action was good, -1 if it was bad. Answer with one JSON object and nothing else:
{"reason": "one sentence", "score": 1 or -1}`,
}
