/** Questions about answers: the problem, the answers to it, each as a policy writes one, and the question. */
import type { Review } from '../../../src/contracts/worlds/review.ts'
import { players } from '../arithmetic/euclid-game.ts'
import { answerReasons } from './play.ts'
import type { PuzzleTask } from './task.ts'

const answered = ({ prompt }: PuzzleTask, ...answers: readonly string[]): string =>
  [prompt, ...answers.map(answer => `<act> ${answer} <end>`)].join(' ')

const [first, second] = players

export const puzzleReview: Review<PuzzleTask> = {
  verify: (task, answer) => `${answered(task, answer)} <vote>`,
  compare: (task, one, other) => `${answered(task, one, other)} <vote>`,
  reflect: (task, answer) => answered(task, answer),
  replies: { right: answerReasons.right, wrong: answerReasons.wrong, first, second },
  prose: {
    verify: (task, answer) => `${task.prompt}\nAnswer: ${answer}\nIs this answer right? Reply yes or no.`,
    compare: ({ prompt }, one, other) =>
      `${prompt}\nFirst answer: ${one}\nSecond answer: ${other}\nOne of them is right. Reply first or second.`,
    reflect: (task, answer) => `${task.prompt}\nThe answer ${answer} is wrong. Reply the right one.`,
    replies: { right: 'yes', wrong: 'no', first: 'first', second: 'second' },
  },
}
