import type { VotedStep } from '../../../methods/rlanything/formulation/formulation.ts'
import { episodeWith } from './cases.ts'
import type { LawSubject } from './law.ts'
import type { Outcome, Vote } from '../../../reward/votes.ts'

/** Votes on the only step of an episode without others. */
export const votedAlone = (outcome: Outcome, votes: readonly Vote[]): VotedStep => ({
  episode: 0,
  step: 0,
  group: [episodeWith(outcome, [votes])],
  progress: { iteration: 1, iterations: 1 },
})

/** Why a law of one episode says nothing about votes that are paid by comparison with others. */
export const ofGroup = ({ claims }: LawSubject): string | null =>
  claims.truth === 'group' ? 'its votes are compared with other episodes' : null
