import type { WorldPrompts } from '../../src/contracts/worlds/prompts.ts'

/** @param instructions of the world's author; `null` for none. */
export const openEnvPrompts = (instructions: string | null): WorldPrompts => ({
  actor: {
    instructions: `You act in a world by text.${instructions === null ? '' : ` ${instructions}`} After each observation think in a sentence, then write one line:
Action: the action, exactly as the world understands it`,
    action: 'line',
  },
  observer: {
    instructions:
      'You judge the steps of a player in a world of text. You read the first observation, then each action with what the world answered. A step is good if it brings the player nearer to what is asked, and bad if it was refused, repeats what was done, or leads away.',
    question: `Judge the last action alone. First give your reason in one sentence, then the final score: 1 if the action was good, -1 if it was bad. Answer with one JSON object and nothing else:
{"reason": "one sentence", "score": 1 or -1}`,
  },
  critic:
    'You read what a judge said of the actions of a player in a world of text, in several attempts at one task. Lines marked ✗ are actions that all votes called bad. Say in at most three sentences what the player does wrong again and again, and what in the task makes it hard or easy.',
})
