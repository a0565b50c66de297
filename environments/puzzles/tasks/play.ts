/** A problem is answered once: the state, and the answer's reward. Pure. */
import type { StepLabel, Transition } from '../../../src/contracts/worlds/environment.ts'
import { invalidAnswer, malformedAnswer, rightAnswer } from '../family/rewards.ts'
import { familyOf } from './families.ts'
import type { PuzzleTask } from './task.ts'

export interface PuzzleState {
  readonly task: PuzzleTask
  /** `null` until there is one. */
  readonly answer: string | null
}

/** Why an answer is good or bad. */
export const answerReasons = {
  right: 'right answer',
  wrong: 'wrong answer',
  invalid: 'impossible answer',
  malformed: 'no answer',
} as const

const rewardOf = ({ task: { family, prompt }, answer }: PuzzleState, given: string): number =>
  answer === null ? familyOf(family).reward(prompt, given) : malformedAnswer

/** Whatever the answer, it is the last: one that is not right loses. */
export function answerPuzzle(state: PuzzleState, given: string): Transition<PuzzleState> {
  const reward = rewardOf(state, given)
  const won = reward === rightAnswer
  const next = state.answer === null ? { ...state, answer: given } : state
  return { state: next, observation: '', won, lost: !won, reward }
}

export function labelOfAnswer(state: PuzzleState, given: string): StepLabel {
  const reward = rewardOf(state, given)
  if (reward === rightAnswer) return { good: true, reason: answerReasons.right }
  if (reward === malformedAnswer) return { good: false, reason: answerReasons.malformed }
  return { good: false, reason: reward === invalidAnswer ? answerReasons.invalid : answerReasons.wrong }
}

export const referenceAnswer = ({ task: { family, prompt }, answer }: PuzzleState): string | null =>
  answer === null ? familyOf(family).solve(prompt) : null

/** The reference answer, and answers near it; none after one was given. */
export function attemptsAt(state: PuzzleState): readonly string[] {
  const reference = referenceAnswer(state)
  if (reference === null) return []
  const words = reference.split(' ')
  const shorter = words.length > 1 ? [words.slice(1), words.slice(0, -1)] : []
  const all = [words, [...words].reverse(), [...words].sort(), ...shorter]
  return [...new Set(all.map(each => each.join(' ')))].sort()
}
