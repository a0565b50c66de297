import { checkVotes, type JudgedEpisode, type Outcome, type Vote } from './votes.ts'

/** What most of the votes say; 0 for a tie, and for a step whose votes are all malformed. @throws {RangeError} as `checkVotes`. */
export function majority(votes: readonly Vote[]): Vote {
  checkVotes(votes)
  const sum = votes.reduce<number>((total, vote) => total + vote, 0)
  return sum > 0 ? 1 : sum < 0 ? -1 : 0
}

/** How often the majority of a step's votes is right. An undecided step (majority 0) is never right. */
export interface JudgeQuality {
  /** Steps counted. */
  readonly steps: number
  /** Share of steps whose majority is the truth, in [0, 1]; `null` without steps. */
  readonly accuracy: number | null
  /**
   * Mean of the accuracies on the steps whose truth is 1 and on those whose truth is −1, in [0, 1]; ½ for a
   * judge that always says the same. `null` unless there are steps of both kinds.
   */
  readonly balancedAccuracy: number | null
  /** Share of steps whose majority is 0; `null` without steps. */
  readonly undecided: number | null
}

/**
 * Process accuracy: the majority of each step against its label.
 *
 * @param votes [steps][m].
 * @param truth [steps] 1 for a good step, −1 for a bad one.
 * @throws {RangeError} if the lengths differ, a step has no votes, or a value is out of range.
 */
export function processQuality(votes: readonly (readonly Vote[])[], truth: readonly Outcome[]): JudgeQuality {
  if (truth.length !== votes.length)
    throw new RangeError(`truth must have ${votes.length} labels, one a step, got ${truth.length}`)
  const odd = truth.find(label => label !== 1 && label !== -1)
  if (odd !== undefined) throw new RangeError(`truth must be -1 or 1, got ${String(odd)}`)
  const verdicts = votes.map(majority)
  const right = verdicts.map((verdict, step) => verdict === truth[step])
  const good = shareOf(right.filter((_, step) => truth[step] === 1))
  const bad = shareOf(right.filter((_, step) => truth[step] === -1))
  return {
    steps: votes.length,
    accuracy: shareOf(right),
    balancedAccuracy: good === null || bad === null ? null : (good + bad) / 2,
    undecided: shareOf(verdicts.map(verdict => verdict === 0)),
  }
}

/**
 * Outcome accuracy: the majority of each step against the outcome of its episode, each step weighing the same.
 *
 * @throws {RangeError} if a step has no votes, or a vote or outcome is out of range.
 */
export const outcomeQuality = (episodes: readonly JudgedEpisode[]): JudgeQuality =>
  processQuality(
    episodes.flatMap(({ votes }) => votes),
    episodes.flatMap(({ outcome, votes }) => votes.map(() => outcome)),
  )

const shareOf = (is: readonly boolean[]): number | null =>
  is.length === 0 ? null : is.filter(yes => yes).length / is.length
