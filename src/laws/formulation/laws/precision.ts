/** Laws of numbers: advantages stay the same far from 0, and rounding is no difference. */
import fc from 'fast-check'
import type {
  ByStep,
  ByVote,
  Formulas,
  TrainingProgress,
  GroupEpisode,
  Part,
} from '../../../methods/rlanything/formulation/formulation.ts'
import { coarseNumbers } from '../cases/arbitraries.ts'
import { moments, rewardedGroups } from '../cases/cases.ts'
import { law, type Finding, type FormulationLaw, type Table } from '../cases/law.ts'
import { groupTable, numberText } from '../cases/tables.ts'
import { nth } from '../../../math/nth.ts'

/** Rewards in a list, with what makes a whole group of them. */
interface Numbers {
  readonly rewards: readonly number[]
  readonly advantagesOf: (formulation: Formulas, rewards: readonly number[]) => readonly number[]
  readonly table: (columns: Readonly<Record<string, readonly number[]>>) => Table
}

const filledWith = (shape: ByStep, values: readonly number[]): ByStep => {
  let next = 0
  return shape.map(row => row.map(reward => (reward === null ? null : (values[next++] ?? null))))
}

const ofGroup = ([{ rewards, group }, progress]: readonly [
  { readonly rewards: ByStep; readonly group: readonly GroupEpisode[] },
  TrainingProgress,
]): Numbers => ({
  rewards: rewards.flat().filter(reward => reward !== null),
  advantagesOf: ({ advantages }, values) =>
    advantages(filledWith(rewards, values), group, progress)
      .flat()
      .filter(value => value !== null),
  table: columns =>
    groupTable(
      group,
      Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, filledWith(rewards, values)])),
    ),
})

const votesWith = (shape: ByVote, values: readonly number[]): ByVote => {
  let next = 0
  return shape.map(row => row.map(votes => votes.map(() => values[next++]!)))
}

const ofVotes = (shape: ByVote): Numbers => ({
  rewards: shape.flat(2),
  advantagesOf: ({ voteAdvantages }, values) => voteAdvantages(votesWith(shape, values)).flat(2),
  table: columns => {
    const filled = Object.values(columns).map(values => votesWith(shape, values))
    return {
      columns: ['episode', 'step', ...Object.keys(columns)],
      rows: shape.flatMap((row, episode) =>
        row.map((_, step) => [
          episode,
          step,
          ...filled.map(values => (values[episode]?.[step] ?? []).map(numberText).join(', ')),
        ]),
      ),
    }
  },
})

const kinds: readonly {
  readonly part: Part
  readonly prefix: string
  readonly numbers: fc.Arbitrary<Numbers>
}[] = [
  {
    part: 'advantages',
    prefix: '',
    numbers: fc.tuple(rewardedGroups({ least: 2, even: true }), moments).map(ofGroup),
  },
  {
    part: 'voteAdvantages',
    prefix: 'vote-',
    numbers: fc
      .array(fc.array(fc.array(coarseNumbers, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 5,
      })
      .map(ofVotes),
  },
]

/** The largest difference of two lists relative to their size; ∞ if one has no number where the other has one. */
function distance(a: readonly number[], b: readonly number[]): number {
  const gaps = a.map((value, index) => Math.abs(value - (b[index] ?? NaN)) / (1 + Math.abs(value)))
  return gaps.reduce((largest, gap) => (gap >= 0 ? Math.max(largest, gap) : Infinity), 0)
}

const farMost = 1e-3
const roundingMost = 0.05

interface Far {
  readonly numbers: Numbers
  readonly by: number
}

interface Rounded {
  readonly numbers: Numbers
  /** The same for all, or for all with the same reward, except for the last bits. */
  readonly rough: readonly number[]
}

const worked = ({ numbers }: { readonly numbers: Numbers }, columns: Readonly<Record<string, readonly number[]>>) =>
  numbers.table(columns)

/** Rewards that are one value throughout, of any size and with a mantissa that does not end, each off by its last bits at largest. */
const alikeBut = (numbers: fc.Arbitrary<Numbers>): fc.Arbitrary<Rounded> =>
  fc
    .record({
      numbers,
      size: fc.constantFrom(1, 0.001, 0.1, 1e3, 1e5, 1e6, 4e6),
      value: fc.double({ min: 1, max: 2, noNaN: true }),
      bits: fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 60, maxLength: 60 }),
      isEven: fc.boolean(),
    })
    .map(({ numbers: of, size, value, bits, isEven }) => ({
      numbers: of,
      rough: of.rewards.map((_, index) => {
        const off = isEven ? 0 : nth(bits, index % bits.length)
        return size * value * (1 + off * Number.EPSILON)
      }),
    }))

export const precisionLaws: readonly FormulationLaw[] = kinds.flatMap(({ part, prefix, numbers }) => [
  law<Far>({
    name: `${prefix}far-from-zero`,
    statement: `where up to 1000 more for all change nothing, ± 10⁵ to 10⁸ more change no advantage by more than ${farMost} of its size or of 1`,
    source:
      'two passes, mean and then deviations, keep this; E[x²] − E[x]² and single precision lose it: Chan, Golub & LeVeque 1983',
    part,
    cases: () => fc.record({ numbers, by: fc.constantFrom(1e8, 1e5, 1e6, -1e6, 1e7, -1e8) }),
    show: one => worked(one, { R: one.numbers.rewards }),
    find: (formulation, one): Finding | null => {
      const { rewards, advantagesOf } = one.numbers
      const moved = (by: number) =>
        advantagesOf(
          formulation,
          rewards.map(reward => reward + by),
        )
      const A = advantagesOf(formulation, rewards)
      /* Differences below this are within single precision. */
      if (![4, 64, 1000].every(by => distance(A, moved(by)) <= 0.01)) return null
      const far = moved(one.by)
      const gap = distance(A, far)
      return gap <= farMost
        ? null
        : {
            table: worked(one, { R: rewards, A, [`A with ${one.by.toExponential()} more`]: far }),
            expected: `the same up to ${farMost}`,
            found: `a difference of ${numberText(gap)}`,
          }
    },
  }),
  law<Rounded>({
    name: `${prefix}rounding-is-no-variance`,
    statement: `rewards that are alike up to rounding, of a size up to 10⁷, have the advantages of equal ones, up to ${roundingMost}`,
    source: 'a deviation of 10⁻¹⁷ is rounding: divided by, or by a tiny floor above it, it becomes an advantage',
    part,
    cases: () => alikeBut(numbers),
    show: one => worked(one, { R: one.rough }),
    find: (formulation, one): Finding | null => {
      const { advantagesOf } = one.numbers
      /* Powers of two have sums without rounding. */
      const exact = one.rough.map(() => 2 ** Math.round(Math.log2(one.rough[0] ?? 1)))
      const wanted = advantagesOf(formulation, exact)
      /* Signals that keep the reward itself cannot be distinguished from it here. */
      if (wanted.some(value => Math.abs(value) > 1e-9)) return null
      const A = advantagesOf(formulation, one.rough)
      const gap = distance(wanted, A)
      return gap <= roundingMost
        ? null
        : {
            table: worked(one, { R: one.rough, A }),
            expected: `0 up to ${roundingMost}`,
            found: `${numberText(gap)} of R between ${Math.min(...one.rough)} and ${Math.max(...one.rough)}`,
          }
    },
  }),
])
