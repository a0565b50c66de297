import { shareOf } from '../../math/statistics.ts'
import { checkVotes, type VotedEpisode, type Outcome, type Vote } from '../votes.ts'

/** The majority of the votes; 0 for a tie, and for a step whose votes are all malformed. @throws {RangeError} as `checkVotes`. */
export function majority(votes: readonly Vote[]): Vote {
  checkVotes(votes)
  const sum = votes.reduce<number>((total, vote) => total + vote, 0)
  if (sum === 0) return 0
  return sum > 0 ? 1 : -1
}

/** How often a majority is right. An undecided one (0) never is. */
export interface MajorityQuality {
  /** Majorities counted. */
  readonly voted: number
  /** Share of majorities that are the truth, in [0, 1]; `null` without any. */
  readonly accuracy: number | null
  /**
   * Mean of the accuracies where the truth is 1 and where it is −1, in [0, 1]; ½ for a reward model that always
   * says the same. `null` unless there are truths of both kinds.
   */
  readonly balancedAccuracy: number | null
  /** Share of majorities that are 0; `null` without any. */
  readonly undecided: number | null
}

/**
 * Process accuracy: the majority of each step's votes against its label.
 *
 * @param votes [steps][m].
 * @param labels [steps] 1 for a good step, −1 for a bad one.
 * @throws {RangeError} if the lengths differ, a step has no votes, or a value is out of range.
 */
export function processQuality(votes: readonly (readonly Vote[])[], labels: readonly Outcome[]): MajorityQuality {
  if (labels.length !== votes.length)
    throw new RangeError(`labels must have ${votes.length} values, one a step, got ${labels.length}`)
  const odd = labels.findIndex(label => label !== 1 && label !== -1)
  if (odd >= 0) throw new RangeError(`label must be -1 or 1, got ${labels[odd]}`)
  const verdicts = votes.map(majority)
  const right = verdicts.map((verdict, step) => verdict === labels[step])
  const good = shareOf(right.filter((_, step) => labels[step] === 1))
  const bad = shareOf(right.filter((_, step) => labels[step] === -1))
  return {
    voted: votes.length,
    accuracy: shareOf(right),
    balancedAccuracy: good === null || bad === null ? null : (good + bad) / 2,
    undecided: shareOf(verdicts.map(verdict => verdict === 0)),
  }
}

/**
 * Outcome accuracy: the majority of all votes of an episode against its outcome. Episodes without a step are left out.
 *
 * @throws {RangeError} if a step has no votes, or a vote or outcome is out of range.
 */
export function outcomeQuality(episodes: readonly VotedEpisode[]): MajorityQuality {
  const played = episodes.filter(({ votes }) => votes.length > 0)
  for (const { votes } of played) votes.forEach(checkVotes)
  return processQuality(
    played.map(({ votes }) => votes.flat()),
    played.map(({ outcome }) => outcome),
  )
}

/**
 * Share of votes without a single clear verdict, in [0, 1]; `null` without votes.
 *
 * @param votes [steps][m].
 */
export const malformedShare = (votes: readonly (readonly Vote[])[]): number | null =>
  shareOf(votes.flat().map(vote => vote === 0))

/**
 * Share of steps whose votes are all the same, in [0, 1]; `null` without steps. With the group `step`
 * such a step teaches the reward model nothing.
 *
 * @param votes [steps][m].
 */
export const unanimousShare = (votes: readonly (readonly Vote[])[]): number | null =>
  shareOf(votes.map(ofStep => ofStep.every(vote => vote === ofStep[0])))
