/** Votes on a group, with their rewards, as the laws of the reward model's advantages need them. */
import fc from 'fast-check'
import type { ByVote } from '../../../../methods/rlanything/formulation/formulation.ts'
import { coarseNumbers } from '../../cases/arbitraries.ts'
import { lawsOf, type Finding, type Table } from '../../cases/law.ts'
import { numberText } from '../../cases/tables.ts'

export interface VoteGroupCase {
  /** [episodes][steps][m] */
  readonly rewards: ByVote
}

interface CaseOptions {
  readonly extreme?: boolean
  readonly alike?: boolean
}

export function voteCases({ extreme = false, alike = false }: CaseOptions = {}): fc.Arbitrary<VoteGroupCase> {
  const values = extreme ? fc.oneof(coarseNumbers, fc.constantFrom(1e150, -1e150, 1e-150, 1 + 1e-12, 1)) : coarseNumbers
  return values.chain(same => {
    const votes = fc.array(alike ? fc.constant(same) : values, { maxLength: 5 })
    return fc
      .array(fc.array(votes, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
      .map(rewards => ({ rewards }))
  })
}

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

export const workedVotes = (one: VoteGroupCase, A: ByVote, expected: string, found: string): Finding => ({
  table: show(one, A),
  expected,
  found,
})

export const ofVoteAdvantages = lawsOf<VoteGroupCase>({ part: 'voteAdvantages', show, cases: () => voteCases() })

/** Steps side by side, so that each vote has a separate place. */
export const votesByEpisode = (values: ByVote): readonly (readonly number[])[] => values.map(steps => steps.flat())
