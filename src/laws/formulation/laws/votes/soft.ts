/** A law of soft votes, by enumeration of the votes that may be drawn by them. */
import fc from 'fast-check'
import { nth } from '../../../../math/nth.ts'
import type { GroupEpisode } from '../../../../methods/rlanything/formulation/formulation.ts'
import type { Vote } from '../../../../reward/votes.ts'
import { stepCases, type StepCase } from '../../cases/cases.ts'
import { law, type FormulationLaw, type Table } from '../../cases/law.ts'
import { near } from '../../cases/numbers.ts'
import { distinctTexts, numberText } from '../../cases/tables.ts'

interface SoftCase extends StepCase {
  /** [m] on the step. */
  readonly soft: readonly number[]
}

const softVotes = fc.array(
  fc.integer({ min: -4, max: 4 }).map(quarters => quarters / 4),
  { minLength: 1, maxLength: 4 },
)

const cases: fc.Arbitrary<SoftCase> = fc.tuple(stepCases, softVotes).map(([one, soft]) => ({ ...one, soft }))

/** Every way to draw the votes, with its probability. */
const draws = (soft: readonly number[]): readonly { readonly votes: readonly Vote[]; readonly probability: number }[] =>
  soft.reduce<readonly { votes: readonly Vote[]; probability: number }[]>(
    (so, value) =>
      so.flatMap(({ votes, probability }) =>
        ([1, -1] as const).map(vote => ({
          votes: [...votes, vote],
          probability: (probability * (1 + vote * value)) / 2,
        })),
      ),
    [{ votes: [], probability: 1 }],
  )

const show = ({ episode, soft }: SoftCase): Table => ({
  columns: ['outcome', 'soft votes on the step'],
  rows: [[episode.outcome === 1 ? 'won' : 'lost', soft.map(numberText).join(', ')]],
})

export const softVoteLaws: readonly FormulationLaw[] = [
  law<SoftCase>({
    name: 'soft-votes-are-means',
    statement:
      'where soft votes are claimed, the reward of a step with them is the mean of those of the votes that may be drawn by them',
    source: 'Rao and Blackwell: the mean given the reasons has the same mean and less variance',
    part: 'stepReward',
    claim: { soft: true },
    inapplicable: ({ claims }) => (claims.soft === true ? null : 'it claims to take no soft votes'),
    enough: 200,
    cases: () => cases,
    show,
    find: ({ stepReward }, one) => {
      const { episode, step, progress, soft } = one
      const all = draws(soft)
      const drawn = (votes: readonly Vote[]): GroupEpisode => ({ ...episode, votes: episode.votes.with(step, votes) })
      const expected = all.reduce(
        (sum, { votes, probability }) => sum + probability * stepReward(drawn(votes), step, progress),
        0,
      )
      const given = drawn(nth(all, 0).votes)
      const others: readonly (readonly number[] | null)[] = given.votes
      const found = stepReward({ ...given, softVotes: others.with(step, soft) }, step, progress)
      if (near(found, expected)) return null
      const [wanted, got] = distinctTexts(expected, found)
      return { table: show(one), expected: wanted, found: got }
    },
  }),
]
