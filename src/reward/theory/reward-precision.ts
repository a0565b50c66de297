import { zip } from '../../math/zip.ts'
import { binomial } from '../../math/binomial.ts'

/** A reward model whose votes are independent given the outcome. */
export interface VoteModel {
  /** m, a positive integer; the cost of the precision is m² additions. */
  readonly votes: number
  /** p₊ = P(vote = 1 | step of a won episode), in [0, 1]. */
  readonly plus: number
  /** p₋ = P(vote = −1 | step of a lost episode), in [0, 1]. */
  readonly minus: number
}

/**
 * Reward precision: the chance that a step of a won episode has a higher mean vote than one of a lost
 * episode, A = Σ_{a>b} Bin(a; m, p₊) Bin(b; m, 1 − p₋). Equal means count as failure, so A < ½ at μ = 1.
 * Source: RLAnything, arXiv 2602.02488, Theorem 1.
 *
 * @returns in [0, 1]; it tends to 1 as m grows iff μ = p₊ + p₋ > 1.
 * @throws {RangeError} if a field of the model is out of range.
 */
export function rewardPrecision(model: VoteModel): number {
  check(model)
  const won = binomial(model.votes, model.plus)
  const lost = binomial(model.votes, 1 - model.minus)
  let below = 0
  let precision = 0
  for (const [ofWon, ofLost] of zip(won, lost)) {
    precision += ofWon * below
    below += ofLost
  }
  return Math.min(1, precision)
}

/**
 * What Theorem 1 guarantees of the precision: 1 − exp(−m (μ − 1)² / 4) for μ > 1, and 0 otherwise.
 *
 * @returns in [0, 1).
 * @throws {RangeError} if a field of the model is out of range.
 */
export function precisionBound(model: VoteModel): number {
  check(model)
  const margin = model.plus + model.minus - 1
  return margin > 0 ? -Math.expm1((-model.votes * margin * margin) / 4) : 0
}

function check({ votes, plus, minus }: VoteModel): void {
  if (!Number.isInteger(votes) || votes < 1) throw new RangeError(`votes must be a positive integer, got ${votes}`)
  if (!(plus >= 0 && plus <= 1)) throw new RangeError(`plus must be in [0, 1], got ${plus}`)
  if (!(minus >= 0 && minus <= 1)) throw new RangeError(`minus must be in [0, 1], got ${minus}`)
}
