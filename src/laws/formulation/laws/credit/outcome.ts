/** Laws of how the outcome of an episode reaches its steps, in their rewards. */
import fc from 'fast-check'
import type {
  Formulas,
  GroupEpisode,
  TrainingProgress,
} from '../../../../methods/rlanything/formulation/formulation.ts'
import type { Vote } from '../../../../reward/votes.ts'
import { nth } from '../../../../math/nth.ts'
import { stepVotes } from '../../cases/arbitraries.ts'
import { episodeWith, moments } from '../../cases/cases.ts'
import { lawsOf, type FormulationLaw } from '../../cases/law.ts'
import { near, rounding } from '../../cases/numbers.ts'
import { distinctTexts, numberText, votesText } from '../../cases/tables.ts'

interface OutcomeCase {
  /** [steps][m] */
  readonly votes: readonly (readonly Vote[])[]
  /** Of another episode, with the votes of the first step throughout. */
  readonly otherSteps: number
  readonly progress: TrainingProgress
}

const cases = (votes: fc.Arbitrary<Vote[][]>): fc.Arbitrary<OutcomeCase> =>
  fc.record({ votes, otherSteps: fc.integer({ min: 1, max: 6 }), progress: moments })

const mixed = fc.array(stepVotes, { minLength: 2, maxLength: 6 })
const alike = fc
  .tuple(stepVotes, fc.integer({ min: 1, max: 6 }))
  .map(([votes, steps]) => Array.from({ length: steps }, () => votes))

const rewardsOf = ({ stepReward }: Formulas, episode: GroupEpisode, progress: TrainingProgress): number[] =>
  episode.votes.map((_, step) => stepReward(episode, step, progress))

/** [steps] by how much more each step is worth if the episode is won. */
function worth(formulas: Formulas, votes: OutcomeCase['votes'], progress: TrainingProgress): number[] {
  const [won, lost] = ([1, -1] as const).map(outcome => rewardsOf(formulas, episodeWith(outcome, votes), progress))
  return (won ?? []).map((reward, step) => reward - nth(lost ?? [], step))
}

/** [steps] by how much the advantage is higher of an episode that is won than of its like that is lost. */
function carried(formulas: Formulas, { votes, progress }: OutcomeCase): number[] {
  const group = ([1, -1] as const).map(outcome => episodeWith(outcome, votes))
  const rewards = group.map(episode => rewardsOf(formulas, episode, progress))
  const [won, lost] = formulas.advantages(rewards, group, progress)
  return votes.map((_, step) => (won?.[step] ?? 0) - (lost?.[step] ?? 0))
}

const show = ({ votes }: OutcomeCase, of?: readonly number[]) => ({
  columns: ['step', 'votes', ...(of === undefined ? [] : ['the outcome is worth'])],
  rows: votes.map((own, step) => [step, votesText(own), ...(of === undefined ? [] : [numberText(of[step])])]),
})

const ofOutcomes = lawsOf<OutcomeCase>({ part: 'stepReward', show, cases: () => cases(mixed) })

const source = 'RLAnything, arXiv 2602.02488, integrated feedback: R_i = O + …, at every step i'

export const outcomeLaws: readonly FormulationLaw[] = [
  ofOutcomes({
    name: 'outcome-reaches-every-step',
    statement:
      'winning is worth more than losing at every step or at none; where the last alone is claimed to have it, advantages carry it back to all',
    source,
    find: (formulas, one) => {
      const back = formulas.claims.outcome === 'last-step'
      const found = back ? carried(formulas, one) : worth(formulas, one.votes, one.progress)
      const without = found.findIndex(value => !(value > rounding))
      if (without < 0 || (!back && found.every(value => Math.abs(value) <= rounding))) return null
      return { table: show(one, found), expected: `above 0 at step ${without}`, found: numberText(found[without]) }
    },
  }),
  ofOutcomes({
    name: 'outcome-from-the-end',
    statement:
      'of the same votes, a later step is worth no less of the outcome than an earlier one, and the last as much in any episode, or all together if they share it',
    source: `${source}; a discount counts from the end: Sutton & Barto, Reinforcement Learning, eq. 3.8`,
    cases: () => cases(alike),
    find: (formulas, one) => {
      const found = worth(formulas, one.votes, one.progress)
      const falls = found.findIndex((value, step) => step > 0 && value < nth(found, step - 1) - rounding)
      if (falls > 0) {
        const [least, had] = distinctTexts(found[falls - 1], found[falls])
        return { table: show(one, found), expected: `at step ${falls} at least ${least}`, found: had }
      }
      const other = worth(
        formulas,
        Array.from({ length: one.otherSteps }, () => nth(one.votes, 0)),
        one.progress,
      )
      const shared = formulas.claims.outcome === 'shared'
      const [ours, theirs] = [found, other].map(of => (shared ? total(of) : (of.at(-1) ?? 0)))
      if (near(ours ?? 0, theirs ?? 0)) return null
      const [wanted, had] = distinctTexts(theirs, ours)
      return {
        table: show(one, found),
        expected: `${wanted} ${shared ? 'in all' : 'at the last step'}, as in an episode of ${one.otherSteps}`,
        found: had,
      }
    },
  }),
]

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
