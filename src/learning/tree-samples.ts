/** Selects and packs the candidates of an iteration to train on, and counts the others by reason. Pure. */
import type { Rollout } from '../contracts/episode.ts'
import { nth } from '../math/nth.ts'
import { zip } from '../math/zip.ts'
import { candidatesOf, packTurns } from './packing/pack-turns.ts'
import { createSampleFilter, type Freshness } from './sample-filter.ts'
import type { Samples } from './samples.ts'

/** A rollout with the advantages of all its candidates. */
export interface CreditedTree {
  readonly rollout: Rollout
  /** [steps][candidates]; `null` without one. Of a step without candidates that of its action. */
  readonly advantages: readonly (readonly (number | null)[])[]
}

/**
 * Every candidate with an advantage, of the turns of these agents: those that the model plays which is to be trained. The turns of
 * an agent in an episode are one sequence.
 */
export function treeSamples(trees: readonly CreditedTree[], agents: readonly string[], freshness: Freshness): Samples {
  const sampleFilter = createSampleFilter(freshness)
  const packed = trees.flatMap(({ rollout, advantages }) =>
    agents.flatMap(agent => {
      const { steps } = rollout.episode
      const own = steps.flatMap((step, index) => (step.agent === agent ? [{ step, of: nth(advantages, index) }] : []))
      const credits = own.map(({ step, of }) =>
        zip(candidatesOf(step), of).map(([candidate, advantage]) =>
          sampleFilter.keep('kept', { ...candidate, advantage, weight: 1, noAdvantageReason: 'no reward' }),
        ),
      )
      const turns = own.map(({ step }) => step)
      return credits.flat().some(each => each !== null) ? [packTurns(turns, credits)] : []
    }),
  )
  return { packed, dropped: sampleFilter.dropped, ages: sampleFilter.ages }
}
