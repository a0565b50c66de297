import { wilsonInterval, type Count } from '../../math/wilson.ts'
import { withinBand } from './acceptance.ts'
import { defaultBand, type Band } from './direction.ts'
import type { Direction } from '../../contracts/worlds/environment.ts'

/** Both tasks rolled out in the same iteration, under the same policy. */
export interface SideBySide {
  readonly current: Count
  readonly proposed: Count
}

export interface SoundOptions {
  readonly band?: Band
  /** Of each Wilson interval, two-sided, in (0, 1). */
  readonly confidence?: number
}

/**
 * Rule `sound`: whether a proposed task takes the place of the one it was made from, on evidence. The
 * intervals of the two success rates must not overlap and lie the right way round, and the proposed
 * task must not overshoot the band: harder, α_low < acc(q′); easier, acc(q′) < α_high.
 * Of 8 episodes each, an unchanged task of true rate 0.1 that was found too hard passes with probability 0.02.
 * Departure from the paper, which compares acc(q′) with an acc(q) of an older policy and no interval.
 *
 * @throws {RangeError} if a count, the band or the confidence is out of range.
 */
export function acceptsSoundly(
  direction: Direction,
  { current, proposed }: SideBySide,
  { band = defaultBand, confidence = 0.8 }: SoundOptions = {},
): boolean {
  const before = wilsonInterval(current, confidence)
  const after = wilsonInterval(proposed, confidence)
  if (!withinBand(direction, proposed.successes / proposed.trials, band)) return false
  return direction === 'harder' ? after.high < before.low : after.low > before.high
}
