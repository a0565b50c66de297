/** The criticism of one task's episodes. Pure. */
import type { CriticSummary } from '../../contracts/worlds/critic-summary.ts'
import { summariseVerdicts } from './critique.ts'
import { observerNotes, type Rollout } from '../../contracts/episode.ts'
import { nth } from '../../math/nth.ts'

/** Criticism by the votes on each step; invalid steps are left out. */
export const criticiseByVotes = (group: readonly Rollout[]): CriticSummary =>
  summariseVerdicts(
    group.map(rollout => ({
      won: rollout.episode.won,
      steps: observerNotes(rollout).flatMap((step, index) =>
        step.kind === 'verdicts'
          ? [
              {
                action: nth(rollout.episode.steps, index).action,
                votes: step.verdicts.map(({ value }) => value),
                reasons: step.verdicts.map(({ reason }) => reason),
              },
            ]
          : [],
      ),
    })),
  )
