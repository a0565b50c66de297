/** What the critic says of the episodes of one task. Pure. */
import type { CriticSummary } from '../reward/critique.ts'
import { summariseTests } from '../reward/unit-tests/critique.ts'
import { summariseVerdicts } from '../reward/verdicts/critique.ts'
import type { Rollout } from '../contracts/episode.ts'

/** By the votes on each step; of an invalid step the critic says nothing. */
export const criticiseByVotes = (group: readonly Rollout[]): CriticSummary =>
  summariseVerdicts(
    group.map(({ episode, judged }) => ({
      won: episode.won,
      steps: judged.flatMap((step, index) =>
        step.kind === 'voted'
          ? [
              {
                action: episode.steps[index]!.action,
                votes: step.votes.map(({ value }) => value),
                reasons: step.votes.map(({ reason }) => reason),
              },
            ]
          : [],
      ),
    })),
  )

/**
 * By what the last step of each episode, its program, passes.
 *
 * @param passes [tests][programs], the tests in the order of the episodes that they were written with; a row that is
 *   missing is of a test that was not tried.
 */
export const criticiseByTests = (
  group: readonly Rollout[],
  passes: readonly (readonly boolean[])[] = [],
): CriticSummary =>
  summariseTests(
    group.map(({ episode: { won, score, steps } }) => ({
      correct: won,
      score,
      reason: steps.at(-1)?.label.reason ?? '',
    })),
    group
      .flatMap(({ judged }) => judged.flatMap(step => (step.kind === 'tested' ? step.tests : [])))
      .map(({ text }, index) => ({ text, passes: passes[index] ?? null })),
  )
