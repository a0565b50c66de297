import type { Direction } from '../../contracts/worlds/environment.ts'

/** The success shares between which a task teaches most. */
export interface Band {
  /** α_low in [0, 1). */
  readonly low: number
  /** α_high in (low, 1]. */
  readonly high: number
}

/** The paper's α_low and α_high. */
export const defaultBand: Band = { low: 0.2, high: 0.8 }

/**
 * Which way a task should change: harder above the band, easier below it, `null` within it and on its edges.
 * Source: RLAnything, arXiv 2602.02488, environment adaptation.
 *
 * @param accuracy acc(q) in [0, 1], the share of the group's episodes that succeed.
 * @throws {RangeError} if `accuracy` is not a share or the band is not 0 ≤ low < high ≤ 1.
 */
export function directionOf(accuracy: number, band: Band = defaultBand): Direction | null {
  checkShare('accuracy', accuracy)
  checkBand(band)
  if (accuracy > band.high) return 'harder'
  if (accuracy < band.low) return 'easier'
  return null
}

/** @throws {RangeError} unless 0 ≤ low < high ≤ 1. */
export function checkBand({ low, high }: Band): void {
  if (!(low >= 0 && low < high && high <= 1))
    throw new RangeError(`band must have 0 <= low < high <= 1, got low ${low} and high ${high}`)
}

/** @throws {RangeError} unless `share` is in [0, 1]. */
export function checkShare(name: string, share: number): void {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`${name} must be in [0, 1], got ${share}`)
}
