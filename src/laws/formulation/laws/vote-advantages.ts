/** Laws of the judge's advantages over the votes on a group. */
import fc from 'fast-check'
import type { ByVote, Formulas } from '../../../methods/rlanything/formulation/formulation.ts'
import { lawsOf, type Finding, type FormulationLaw, type Table } from '../law.ts'
import { differences, isCentred, isUnit, rounding } from '../numbers.ts'
import { numberText } from '../tables.ts'

interface VoteGroupCase {
  /** [episodes][steps][m] */
  readonly rewards: ByVote
}

interface CaseOptions {
  readonly least?: number
  readonly extreme?: boolean
  readonly alike?: boolean
}

function cases({ least = 1, extreme = false, alike = false }: CaseOptions = {}): fc.Arbitrary<VoteGroupCase> {
  const plain = fc.integer({ min: -16, max: 16 }).map(eighths => eighths / 8)
  const values = extreme ? fc.oneof(plain, fc.constantFrom(1e150, -1e150, 1e-150, 1 + 1e-12, 1)) : plain
  return values.chain(same => {
    const votes = fc.array(alike ? fc.constant(same) : values, { maxLength: 5 })
    return fc
      .array(fc.array(votes, { minLength: 1, maxLength: 4 }), { minLength: least, maxLength: 6 })
      .map(rewards => ({ rewards }))
  })
}

const usual = cases()
const advantagesOf = ({ voteAdvantages }: Formulas, rewards: ByVote): ByVote => voteAdvantages(rewards)

function show({ rewards }: VoteGroupCase, A?: ByVote): Table {
  const text = (values: readonly number[] | undefined) => (values ?? []).map(numberText).join(', ')
  return {
    columns: ['episode', 'step', 'R(S)', ...(A === undefined ? [] : ['A'])],
    rows: rewards.flatMap((steps, episode) =>
      steps.map((ofStep, step) => [
        episode,
        step,
        text(ofStep),
        ...(A === undefined ? [] : [text(A[episode]?.[step])]),
      ]),
    ),
  }
}

const worked = (one: VoteGroupCase, A: ByVote, expected: string, found: string): Finding => ({
  table: show(one, A),
  expected,
  found,
})

const ofAdvantages = lawsOf<VoteGroupCase>({ part: 'voteAdvantages', show, cases: () => usual })

const source = 'RLAnything, arXiv 2602.02488, reward-model objective'

export const voteAdvantageLaws: readonly FormulationLaw[] = [
  ofAdvantages({
    name: 'vote-advantage-shape',
    statement: 'there is an advantage for each vote',
    source,
    severity: 'must',
    judge: (formulation, one) => {
      const A = advantagesOf(formulation, one.rewards)
      const shape = (values: ByVote) => values.map(steps => steps.map(({ length }) => length).join(' ')).join(' | ')
      return shape(A) === shape(one.rewards) ? null : worked(one, A, shape(one.rewards), shape(A))
    },
  }),
  ofAdvantages({
    name: 'vote-advantage-finite',
    statement: 'finite rewards of votes, however large, small or alike, have finite advantages',
    source: 'one advantage that is not a number makes every weight of the model one',
    severity: 'must',
    cases: () => cases({ extreme: true }),
    judge: (formulation, one) => {
      const A = advantagesOf(formulation, one.rewards)
      const odd = A.flat(2).find(value => !Number.isFinite(value))
      return odd === undefined ? null : worked(one, A, 'finite numbers', String(odd))
    },
  }),
  ofAdvantages({
    name: 'judge-episode-order',
    statement: 'the order of episodes, and that of the votes on a step, has no effect on the judge',
    source: 'votes and episodes are independent samples',
    severity: 'must',
    judge: (formulation, one) => {
      const A = advantagesOf(formulation, one.rewards)
      const turn = (values: ByVote) => values.map(steps => steps.map(ofStep => ofStep.toReversed())).toReversed()
      const differs = differences(flat(turn(advantagesOf(formulation, turn(one.rewards)))), flat(A))
      return differs === null ? null : worked(one, A, `in any order ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'judge-duplication',
    statement: 'a group in which every episode stands twice has the same advantages of votes',
    source: `${source}; with the population's standard deviation`,
    severity: 'should',
    judge: (formulation, one) => {
      const A = advantagesOf(formulation, one.rewards)
      const twice = advantagesOf(formulation, [...one.rewards, ...one.rewards]).slice(0, one.rewards.length)
      const differs = differences(flat(twice), flat(A))
      /* One vote alone has nobody to be compared with; doubled it has. */
      return differs === null || one.rewards.flat(2).length < 2
        ? null
        : worked(one, A, `doubled, too, ${differs.expected}`, differs.found)
    },
  }),
  ofAdvantages({
    name: 'judge-centred',
    statement: 'the advantages of votes have mean 0 and variance 1, or are all 0, over what the formulation claims',
    source,
    severity: 'must',
    inapplicable: ({ claims }) => (claims.judge === undefined ? 'it claims no mean' : null),
    judge: (formulation, one) => {
      const over = formulation.claims.judge?.over ?? 'task'
      const A = advantagesOf(formulation, one.rewards)
      const wrong = poolsOf(A, over).find(
        pool => !(isCentred(pool) && (pool.every(value => value === 0) || isUnit(pool))),
      )
      return wrong === undefined
        ? null
        : worked(one, A, `mean 0 and variance 1, or all 0, over each ${over}`, wrong.map(numberText).join(', '))
    },
  }),
  ofAdvantages({
    name: 'judge-no-variance',
    statement: 'votes that are all rewarded alike teach the judge nothing',
    source,
    severity: 'must',
    cases: () => cases({ alike: true }),
    judge: (formulation, one) => {
      const A = advantagesOf(formulation, one.rewards)
      const odd = A.flat(2).find(value => Math.abs(value) > rounding)
      return odd === undefined ? null : worked(one, A, '0 throughout', numberText(odd))
    },
  }),
]

/** Steps side by side, so that each vote has a place of its own. */
const flat = (values: ByVote): readonly (readonly number[])[] => values.map(steps => steps.flat())

function poolsOf(values: ByVote, over: 'step' | 'step-index' | 'task'): readonly (readonly number[])[] {
  const longest = Math.max(...values.map(({ length }) => length))
  const pools =
    over === 'step'
      ? values.flat()
      : over === 'task'
        ? [values.flat(2)]
        : Array.from({ length: longest }, (_, step) => values.flatMap(steps => steps[step] ?? []))
  return pools.filter(({ length }) => length > 1)
}
