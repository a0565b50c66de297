import type { Note, Rollout } from '../contracts/episode.ts'
import type { Outcome, Vote } from './votes.ts'

export const outcomeOf = ({ episode }: Rollout): Outcome => (episode.won ? 1 : -1)

/** The votes on a step; `null` without votes. */
export const valuesOf = (step: Note): readonly Vote[] | null =>
  step.kind === 'verdicts' ? step.verdicts.map(({ value }) => value) : null
