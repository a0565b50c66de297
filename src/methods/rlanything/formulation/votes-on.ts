import type { GroupEpisode } from './formulation.ts'

/** [m] the soft votes on a step, or its votes; empty where they could not be computed. */
export const votesOn = ({ votes, softVotes = votes }: GroupEpisode, step: number): readonly number[] =>
  softVotes[step] ?? []
