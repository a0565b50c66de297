/** Laws of what episodes are paid that fail: what `attack` looks for first, on any votes. */
import fc from 'fast-check'
import { mean } from '../../../../math/statistics.ts'
import { nth } from '../../../../math/nth.ts'
import type {
  Formulas,
  GroupEpisode,
  TrainingProgress,
} from '../../../../methods/rlanything/formulation/formulation.ts'
import type { Vote } from '../../../../reward/votes.ts'
import { episodeWith, moments } from '../../cases/cases.ts'
import { lawsOf, type FormulationLaw, type Table } from '../../cases/law.ts'
import { rounding } from '../../cases/numbers.ts'
import { distinctTexts, numberText, votesText } from '../../cases/tables.ts'

interface FailedCase {
  /** How it fails. */
  readonly by: string
  /** [steps] of an episode that fails and of one that succeeds: the unanimous vote on each. */
  readonly failed: readonly Vote[]
  readonly success: readonly Vote[]
  /** Of the failed episode, in [0, 1). */
  readonly score: number
  readonly progress: TrainingProgress
}

const steps = fc.integer({ min: 1, max: 6 })
const row = (count: number, vote: Vote): readonly Vote[] => Array.from({ length: count }, () => vote)

/** Votes as an exact judge gives them: praise for each step towards success, blame for any other. */
const ways: readonly (readonly [by: string, votes: (success: number, more: number) => readonly Vote[]])[] = [
  ['does nothing', (_, more) => row(more, -1)],
  ['repeats its first step', (_, more) => [1, ...row(more, -1)]],
  ['ends early', success => row(Math.max(1, success - 1), 1)],
  ['is longer', (success, more) => [...row(Math.max(1, success - 1), 1), ...row(more, -1)]],
]

const cases: fc.Arbitrary<FailedCase> = fc
  .record({
    way: fc.constantFrom(...ways),
    success: steps,
    more: steps,
    eighths: fc.integer({ min: 0, max: 7 }),
    progress: moments,
  })
  .map(({ way: [by, votes], success, more, eighths, progress }) => ({
    ...{ by, progress, score: eighths / 8, failed: votes(success, more), success: row(success, 1) },
  }))

const alone = (vote: Vote): readonly Vote[] => [vote]

const groupOf = ({ failed, success, score }: FailedCase): readonly GroupEpisode[] => [
  episodeWith(-1, failed.map(alone), score),
  episodeWith(1, success.map(alone)),
]

const rewardsOf = ({ stepReward }: Formulas, one: FailedCase): readonly (readonly number[])[] =>
  groupOf(one).map(episode => episode.votes.map((_, step) => stepReward(episode, step, one.progress)))

const show = (one: FailedCase, paid?: readonly (readonly number[])[]): Table => ({
  columns: ['episode', 'votes', ...(paid === undefined ? [] : ['is paid'])],
  rows: groupOf(one).map(({ outcome }, index) => [
    outcome === 1 ? 'succeeds' : `fails: ${one.by}`,
    votesText(outcome === 1 ? one.success : one.failed),
    ...(paid === undefined ? [] : [nth(paid, index).map(numberText).join(', ')]),
  ]),
})

function compared(one: FailedCase, paid: readonly (readonly number[])[]) {
  const [failed, success] = [mean(nth(paid, 0)), mean(nth(paid, 1))]
  if (failed < success - rounding) return null
  const [wanted, got] = distinctTexts(success, failed)
  return { table: show(one, paid), expected: `less than ${wanted} on average`, found: got }
}

const shared = { severity: 'should', source: 'what `rlanything attack` looks for: reward without success' } as const

export const failedLaws: readonly FormulationLaw[] = [
  lawsOf<FailedCase>({ part: 'stepReward', show, cases: () => cases })({
    ...shared,
    name: 'failure-earns-less',
    statement:
      'on average over its steps an episode that fails is rewarded less than one that succeeds, whether it does nothing, repeats itself, ends early or is longer',
    find: (formulation, one) => compared(one, rewardsOf(formulation, one)),
  }),
  lawsOf<FailedCase>({ part: 'advantages', show, cases: () => cases })({
    ...shared,
    name: 'failure-has-less-advantage',
    statement:
      'in a group of both, an episode that fails has a lower advantage on average over its steps than one that succeeds',
    find: (formulation, one) => {
      const advantages = formulation.advantages(rewardsOf(formulation, one), groupOf(one), one.progress)
      return compared(
        one,
        advantages.map(ofEpisode => ofEpisode.map(value => value ?? 0)),
      )
    },
  }),
]
