import { checkBand, checkShare, defaultBand, type Band } from './direction.ts'
import type { Direction } from '../../contracts/worlds/environment.ts'

/** How often the policy succeeds at a task and at the one proposed in its place. */
export interface Accuracies {
  /** acc(q) in [0, 1], measured when q′ was proposed. */
  readonly accuracy: number
  /** acc(q′) in [0, 1], measured one iteration later. */
  readonly proposedAccuracy: number
}

/**
 * Rule `paper`: whether a proposed task takes the place of the one it was made from. All bounds are strict.
 * Harder: α_low < acc(q′) < acc(q). Easier: acc(q) < acc(q′) < α_high.
 * It is weak evidence: of 8 episodes each, a task of true rate 0.1 that was found too hard and is proposed
 * again unchanged passes as easier with probability 0.39. `acceptsSoundly` asks for more.
 * Source: RLAnything, arXiv 2602.02488, environment adaptation.
 *
 * @throws {RangeError} if an accuracy is not a share or the band is not 0 ≤ low < high ≤ 1.
 */
export function accepts(direction: Direction, { accuracy, proposedAccuracy }: Accuracies, band = defaultBand): boolean {
  checkShare('accuracy', accuracy)
  checkShare('proposedAccuracy', proposedAccuracy)
  return withinBand(direction, proposedAccuracy, band) && moved(direction, accuracy, proposedAccuracy)
}

/**
 * Whether a change in this direction has not overshot the band: the half of the band's test that both rules share.
 *
 * @throws {RangeError} if the band is not 0 ≤ low < high ≤ 1 or `direction` is neither of the two.
 */
export function withinBand(direction: Direction, proposedAccuracy: number, band: Band): boolean {
  checkBand(band)
  if (direction !== 'harder' && direction !== 'easier')
    throw new RangeError(`direction must be 'harder' or 'easier', got '${String(direction)}'`)
  return direction === 'harder' ? proposedAccuracy > band.low : proposedAccuracy < band.high
}

const moved = (direction: Direction, from: number, to: number): boolean =>
  direction === 'harder' ? to < from : to > from
