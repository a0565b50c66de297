/** Laws of the reward model's advantages where some steps have no votes: those on the others are compared as if they had. */
import fc from 'fast-check'
import type { ByVote, Formulas } from '../../../../methods/rlanything/formulation/formulation.ts'
import { nth } from '../../../../math/nth.ts'
import { coarseNumbers } from '../../cases/arbitraries.ts'
import type { FormulationLaw } from '../../cases/law.ts'
import { differences } from '../../cases/numbers.ts'
import { votesByEpisode, ofVoteAdvantages, workedVotes, type VoteGroupCase } from './cases.ts'

interface Place {
  readonly episode: number
  readonly step: number
  readonly vote: number
}

const source = "RLAnything, arXiv 2602.02488: its authors' code closes the ranks over steps without votes"

/** Groups in which every step index keeps the votes of at least two episodes. */
const withHoles: fc.Arbitrary<VoteGroupCase> = fc
  .record({
    episodes: fc.integer({ min: 3, max: 5 }),
    steps: fc.integer({ min: 2, max: 4 }),
    m: fc.integer({ min: 2, max: 3 }),
  })
  .chain(({ episodes, steps, m }) => {
    const ofStep = fc.oneof(
      { weight: 3, arbitrary: fc.array(coarseNumbers, { minLength: m, maxLength: m }) },
      { weight: 1, arbitrary: fc.constant([]) },
    )
    const ofEpisode = fc.array(ofStep, { minLength: steps, maxLength: steps })
    return fc.array(ofEpisode, { minLength: episodes, maxLength: episodes })
  })
  .filter(rewards => nth(rewards, 0).every((_, step) => rewards.filter(row => nth(row, step).length > 0).length >= 2))
  .map(rewards => ({ rewards }))

const placesIn = (rewards: ByVote): readonly Place[] =>
  rewards.flatMap((row, episode) =>
    row.flatMap((ofStep, step) => ofStep.map((_, vote): Place => ({ episode, step, vote }))),
  )

const at = (values: ByVote, { episode, step, vote }: Place): number => values[episode]?.[step]?.[vote] ?? 0

const put = (rewards: ByVote, { episode, step, vote }: Place, value: number): ByVote =>
  rewards.map((row, index) => (index === episode ? row.with(step, nth(row, step).with(vote, value)) : row))

const hasHole = (rewards: ByVote): boolean => rewards.some(row => row.some(({ length }) => length === 0))

/** With votes in place of missing ones. */
const filled = (rewards: ByVote, value: number): ByVote =>
  rewards.map(row => row.map(ofStep => (ofStep.length === 0 ? [value, -value] : ofStep)))

/** The votes whose advantage changes with the reward at `from`. */
function answering(
  { voteAdvantages }: Pick<Formulas, 'voteAdvantages'>,
  rewards: ByVote,
  from: Place,
): ReadonlySet<string> {
  const before = voteAdvantages(rewards)
  const known = rewards.flat(2)
  const found = new Set<string>()
  for (const value of [Math.min(...known) - 3, Math.max(...known) + 3, 0.375]) {
    const after = voteAdvantages(put(rewards, from, value))
    for (const place of placesIn(rewards))
      if (Math.abs(at(after, place) - at(before, place)) > 1e-6 * (1 + Math.abs(at(before, place))))
        found.add(nameOf(place))
  }
  return found
}

const nameOf = ({ episode, step, vote }: Place): string => `${episode}, ${step}, ${vote}`

export const voteHoleLaws: readonly FormulationLaw[] = [
  ofVoteAdvantages({
    name: 'hole-vote-comparisons',
    statement: 'a step without votes changes nothing in which of the other votes are compared with each other',
    source,
    enough: 60,
    cases: () => withHoles,
    find: (formulation, one) => {
      const { rewards } = one
      if (!hasHole(rewards)) return null
      for (const from of placesIn(rewards).slice(0, 6)) {
        const there = new Set([0.5, 1.25].flatMap(value => [...answering(formulation, filled(rewards, value), from)]))
        const odd = [...answering(formulation, rewards, from)].find(place => !there.has(place))
        if (odd !== undefined)
          return workedVotes(
            one,
            formulation.voteAdvantages(rewards),
            `A of episode, step, vote ${odd} without regard to R of ${nameOf(from)}, as where every step has votes`,
            'it changes with it',
          )
      }
      return null
    },
  }),
  ofVoteAdvantages({
    name: 'hole-vote-unplayed',
    statement: 'an episode of which no step has votes is as if it had not been played',
    source,
    cases: () =>
      fc
        .tuple(withHoles, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }))
        .map(([{ rewards }, withoutVotes]) => ({
          rewards: rewards.map((row, episode) => (nth(withoutVotes, episode) ? row.map(() => []) : row)),
        })),
    find: (formulation, one) => {
      const voted = one.rewards.flatMap((row, episode) => (row.some(({ length }) => length > 0) ? [episode] : []))
      if (voted.length === 0 || voted.length === one.rewards.length) return null
      const of = (values: ByVote): ByVote => voted.map(episode => values[episode] ?? [])
      const A = formulation.voteAdvantages(one.rewards)
      const differs = differences(votesByEpisode(of(A)), votesByEpisode(formulation.voteAdvantages(of(one.rewards))))
      return differs === null ? null : workedVotes(one, A, `as without it: ${differs.expected}`, differs.found)
    },
  }),
]
