/** Outcomes and votes, from which rewards are computed. A group is the episodes of one task, all played by one policy. */

/** The reward model's verdict on a step; 0 is malformed: no single clear verdict. */
export type Vote = -1 | 0 | 1

/** Lost or won. */
export type Outcome = -1 | 1

/** The formulas' input for one episode. */
export interface VotedEpisode {
  readonly outcome: Outcome
  /** [steps][m]: m ≥ 1 votes for each step; m may differ between steps. */
  readonly votes: readonly (readonly Vote[])[]
}

/**
 * Holds votes of unproved origin (a file, a port) to the type.
 *
 * @throws {RangeError} if there are no votes (a step without any has no reward, not reward 0) or one is not −1, 0 or 1.
 */
export function checkVotes(votes: readonly Vote[]): void {
  if (votes.length === 0) throw new RangeError('a step must have at least one vote, got 0')
  for (const vote of votes)
    if (vote !== -1 && vote !== 0 && vote !== 1) throw new RangeError(`vote must be -1, 0 or 1, got ${String(vote)}`)
}

/** @throws {RangeError} if `outcome` is neither −1 nor 1. */
export function checkOutcome(outcome: Outcome): void {
  if (outcome !== -1 && outcome !== 1) throw new RangeError(`outcome must be -1 or 1, got ${String(outcome)}`)
}
