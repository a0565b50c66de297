import type { JudgedStep, Rollout } from '../contracts/episode.ts'
import type { Outcome, Vote } from './votes.ts'

export const outcomeOf = ({ episode }: Rollout): Outcome => (episode.won ? 1 : -1)

/** The votes on a step; `null` without votes. */
export const valuesOf = (step: JudgedStep): readonly Vote[] | null =>
  step.kind === 'voted' ? step.votes.map(({ value }) => value) : null
