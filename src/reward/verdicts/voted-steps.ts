import { observerNotes, type Rollout } from '../../contracts/episode.ts'
import { valuesOf } from '../outcome.ts'
import type { Vote } from '../votes.ts'

interface LabelledVotes {
  /** [m], at least one. */
  readonly votes: readonly Vote[]
  /** The expert's label; `null` without one. */
  readonly good: boolean | null
}

/** The steps that have votes: invalid ones are left out. */
export const votedSteps = (rollout: Rollout): readonly LabelledVotes[] =>
  observerNotes(rollout).flatMap((step, index) => {
    const votes = valuesOf(step)
    return votes === null ? [] : [{ votes, good: rollout.episode.steps[index]?.label?.good ?? null }]
  })
