/** Laws from the votes to the training of the reward model. */
import fc from 'fast-check'
import { rewardPrecision, precisionBound, type VoteModel } from '../../../reward/theory/reward-precision.ts'
import type { Outcome, Vote } from '../../../reward/votes.ts'
import { importanceWeights } from '../../../reward/theory/importance-weights.ts'
import { binomial } from '../../../math/binomial.ts'
import { mean } from '../../../math/statistics.ts'
import { outcomes, validVotes } from '../cases/arbitraries.ts'
import { law, lawsOf, type FormulationLaw, type LawSubject } from '../cases/law.ts'
import { near, numberAt, rounding } from '../cases/numbers.ts'
import { ofGroup, votedAlone } from '../cases/voted-alone.ts'
import { distinctTexts, numberText, votesText } from '../cases/tables.ts'
import { nth } from '../../../math/nth.ts'

/** The reward of a one-step episode. */
const rewardOf = (formulation: LawSubject, outcome: Outcome, votes: readonly Vote[]): number => {
  const { group, step, progress } = votedAlone(outcome, votes)
  return formulation.stepReward(nth(group, 0), step, progress)
}

/** What each of the votes on a one-step episode gets. */
const votesPaid = (formulation: LawSubject, outcome: Outcome, votes: readonly Vote[]): readonly number[] =>
  formulation.voteRewards(rewardOf(formulation, outcome, votes), votes, outcome, votedAlone(outcome, votes))

/** k votes of 1 and the others of −1. */
const votesWith = (k: number, m: number): readonly Vote[] => Array.from({ length: m }, (_, j) => (j < k ? 1 : -1))

interface Steps {
  readonly votes: readonly Vote[]
  readonly small: number
  readonly large: number
}

const mixedVotes = fc.array(validVotes, { minLength: 2, maxLength: 5 }).filter(votes => new Set(votes).size > 1)

interface Chance {
  readonly outcome: Outcome
  readonly m: number
  /** Of a vote to agree with the outcome. */
  readonly right: number
}

const chances: fc.Arbitrary<Chance> = fc.record({
  outcome: outcomes,
  m: fc.integer({ min: 1, max: 6 }),
  right: fc.integer({ min: 11, max: 20 }).map(twentieths => twentieths / 20),
})

interface Agreement {
  /** How most of the others are. */
  readonly vote: Outcome
  /** The others. */
  readonly votes: readonly Vote[]
}

const agreements: fc.Arbitrary<Agreement> = fc
  .tuple(outcomes, fc.integer({ min: 1, max: 4 }), fc.nat(3))
  .map(([vote, more, against]) => ({
    vote,
    votes: [...Array<Vote>(more + against).fill(vote), ...Array<Vote>(against).fill(vote === 1 ? -1 : 1)],
  }))

const showAgreement = ({ vote, votes }: Agreement) => ({
  columns: ['vote', 'others'],
  rows: [[votesText([vote]), votesText(votes)]],
})

const models: fc.Arbitrary<VoteModel> = fc.record({
  votes: fc.integer({ min: 1, max: 7 }),
  plus: fc.integer({ min: 0, max: 20 }).map(twentieths => twentieths / 20),
  minus: fc.integer({ min: 0, max: 20 }).map(twentieths => twentieths / 20),
})

const showModel = ({ votes, plus, minus }: VoteModel) => ({
  columns: ['m', 'p₊', 'p₋', 'μ'],
  rows: [[votes, plus, minus, numberText(plus + minus)]],
})

/** P(R of a good step > R of a bad one), both of won episodes, by enumeration of how many votes are 1. */
function precisionOf(formulation: LawSubject, { votes: m, plus, minus }: VoteModel): number {
  const [good, bad] = [binomial(m, plus), binomial(m, 1 - minus)]
  const rewards = Array.from({ length: m + 1 }, (_, k) => rewardOf(formulation, 1, votesWith(k, m)))
  let sum = 0
  for (const [a, ofGood] of rewards.entries())
    for (const [b, ofBad] of rewards.entries()) if (ofGood > ofBad + rounding) sum += nth(good, a) * nth(bad, b)
  return sum
}

const theorem1 = 'RLAnything, arXiv 2602.02488, Theorem 1'

const ofPrecision = lawsOf<VoteModel>({
  part: 'stepReward',
  cases: () => models,
  show: showModel,
  inapplicable: ({ claims }) => (claims.writes === 'tests' ? 'its model writes tests' : null),
})

export const rewardModelLaws: readonly FormulationLaw[] = [
  law<Chance>({
    name: 'better-than-chance-pays',
    statement: 'a reward model whose votes agree with the outcome more often than not is rewarded for it on average',
    source: 'RLAnything, arXiv 2602.02488, Theorem 2; by exact enumeration of the votes',
    part: 'voteRewards',
    inapplicable: ofGroup,
    cases: () => chances,
    show: showChance,
    find: (formulation, one) => {
      const { outcome, m, right } = one
      const expected = binomial(m, right).reduce((sum, chance, agreeing) => {
        const votes = outcome === 1 ? votesWith(agreeing, m) : votesWith(m - agreeing, m)
        return sum + chance * mean(votesPaid(formulation, outcome, votes))
      }, 0)
      return expected > 0 ? null : { table: showChance(one), expected: 'above 0', found: numberText(expected) }
    },
  }),
  law<Agreement>({
    name: 'agreement-pays-nothing',
    statement:
      'where success is as likely as failure, a vote gains nothing on average by agreeing with the others on its step',
    source: 'a reward model that cannot tell them apart would learn to vote always alike: docs/findings/approval.md',
    severity: 'curious',
    part: 'voteRewards',
    inapplicable: ofGroup,
    cases: () => agreements,
    show: showAgreement,
    find: (formulation, one) => {
      const paid = (outcome: Outcome, vote: Outcome): number =>
        numberAt(votesPaid(formulation, outcome, [vote, ...one.votes]), 0)
      const against = one.vote === 1 ? -1 : 1
      const gain = mean(([1, -1] as const).map(outcome => paid(outcome, one.vote) - paid(outcome, against)))
      return gain <= rounding
        ? null
        : { table: showAgreement(one), expected: 'a gain of at most 0', found: numberText(gain) }
    },
  }),
  law<Chance>({
    name: 'theorem-2-weight',
    statement: 'what a further right vote gains on average over a wrong one is 4 f: f₊ on won steps, f₋ on lost ones',
    source: 'RLAnything, arXiv 2602.02488, Theorem 2; by exact enumeration of the old votes',
    part: 'voteRewards',
    claim: { lambda: 1 },
    inapplicable: ({ claims: { truth } }) => (truth === undefined ? null : 'its votes are not paid by R'),
    cases: () => chances,
    show: showChance,
    find: (formulation, one) => {
      const { outcome, m, right } = one
      const seen = {
        outcome,
        plusShare: outcome === 1 ? right : 1 - right,
        minusShare: outcome === 1 ? 1 - right : right,
      }
      const { plus, minus } = importanceWeights([seen], formulation.claims.lambda)
      const weight = outcome === 1 ? nth(plus, 0) : nth(minus, 0)
      const gain = binomial(m, right).reduce((sum, chance, agreeing) => {
        const votes = outcome === 1 ? votesWith(agreeing, m) : votesWith(m - agreeing, m)
        const reward = rewardOf(formulation, outcome, votes)
        const at = votedAlone(outcome, votes)
        const of = (vote: Vote) => numberAt(formulation.voteRewards(reward, [vote], outcome, at), 0)
        return sum + chance * (of(outcome) - of(outcome === 1 ? -1 : 1))
      }, 0)
      if (near(gain, 4 * weight)) return null
      const [expected, found] = distinctTexts(4 * weight, gain)
      return { table: showChance(one), expected, found }
    },
  }),
  ofPrecision({
    name: 'reward-precision',
    statement:
      'rewards rank good and bad steps of won episodes as often as the mean vote does: A = Σ_{a>b} Bin(a; m, p₊) Bin(b; m, 1 − p₋)',
    source: theorem1,
    severity: 'should',
    find: (formulation, model) => {
      const [found, expected] = [precisionOf(formulation, model), rewardPrecision(model)]
      if (near(found, expected)) return null
      const [wanted, had] = distinctTexts(expected, found)
      return { table: showModel(model), expected: `A = ${wanted}`, found: had }
    },
  }),
  ofPrecision({
    name: 'precision-bound',
    statement: 'for μ > 1 rewards rank steps at least as often as Theorem 1 promises: 1 − exp(−m (μ − 1)² / 4)',
    source: theorem1,
    severity: 'should',
    find: (formulation, model) => {
      const [found, bound] = [precisionOf(formulation, model), precisionBound(model)]
      if (found >= bound - rounding) return null
      const [least, had] = distinctTexts(bound, found)
      return { table: showModel(model), expected: `at least ${least}`, found: had }
    },
  }),
  law<Steps>({
    name: 'size-of-reward-counts',
    statement: 'of two steps with the same votes, those on the one with the larger |R| teach the reward model more',
    source: 'spec of consistency feedback: standardised over the votes of one step, |R| has no effect',
    severity: 'curious',
    part: 'voteAdvantages',
    inapplicable: ofGroup,
    cases: () =>
      fc
        .tuple(mixedVotes, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }))
        .map(([votes, small, more]) => ({ votes, small: small / 8, large: (small + more) / 8 })),
    show: ({ votes, small, large }) => ({
      columns: ['step', 'votes', 'R'],
      rows: [
        ['a', votesText(votes), small],
        ['b', votesText(votes), large],
      ],
    }),
    find: (formulation, { votes, small, large }) => {
      const rewards = [small, large].map(reward => [formulation.voteRewards(reward, votes, 1, votedAlone(1, votes))])
      const A = formulation.voteAdvantages(rewards)
      const [a, b] = A.map(([ofStep]) => Math.max(...(ofStep ?? []).map(Math.abs)))
      if (a !== undefined && b !== undefined && b > a + rounding) return null
      const text = (episode: number) => (A[episode]?.[0] ?? []).map(numberText).join(', ')
      return {
        table: {
          columns: ['step', 'votes', 'R', 'A'],
          rows: [
            ['a', votesText(votes), small, text(0)],
            ['b', votesText(votes), large, text(1)],
          ],
        },
        expected: `largest |A| of b above ${numberText(a)}`,
        found: numberText(b),
      }
    },
  }),
  law<{ readonly m: number; readonly reward: number }>({
    name: 'unanimous-teaches',
    statement: 'next to a step with wrong votes, one whose votes are all right teaches the reward model something',
    source:
      'spec of consistency feedback: standardised over the votes of one step, unanimous votes have the advantage 0',
    severity: 'curious',
    part: 'voteAdvantages',
    inapplicable: ofGroup,
    cases: () =>
      fc.record({
        m: fc.integer({ min: 1, max: 5 }),
        reward: fc.integer({ min: 1, max: 16 }).map(eighths => eighths / 8),
      }),
    show: ({ m, reward }) => showUnanimous(m, reward),
    find: (formulation, { m, reward }) => {
      const right = votesWith(m, m)
      const rewards = [reward, -reward].map(of => {
        const outcome = of > 0 ? 1 : -1
        return [formulation.voteRewards(of, right, outcome, votedAlone(outcome, right))]
      })
      const A = formulation.voteAdvantages(rewards)
      return A.flat(2).some(value => Math.abs(value) > rounding)
        ? null
        : { table: showUnanimous(m, reward), expected: 'advantages other than 0', found: '0 throughout' }
    },
  }),
]

const showUnanimous = (m: number, reward: number) => ({
  columns: ['step', 'votes', 'R'],
  rows: [
    ['right', votesText(votesWith(m, m)), reward],
    ['wrong', votesText(votesWith(m, m)), -reward],
  ],
})

function showChance({ outcome, m, right }: Chance) {
  return { columns: ['outcome', 'm', 'P(a vote agrees)'], rows: [[outcome === 1 ? 'won' : 'lost', m, right]] }
}
