/** The criticism of one task's programs. Pure. */
import type { CriticSummary } from '../../contracts/worlds/critic-summary.ts'
import { summariseTests } from './critique.ts'
import { observerNotes, type Rollout } from '../../contracts/episode.ts'

/**
 * By the tests that the last step of each episode, its program, passes.
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
      reason: steps.at(-1)?.label?.reason ?? '',
    })),
    group
      .flatMap(rollout => observerNotes(rollout).flatMap(step => (step.kind === 'tests' ? step.tests : [])))
      .map(({ text }, index) => ({ text, passes: passes[index] ?? null })),
  )
