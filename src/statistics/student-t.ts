/** Student's t distribution, to 3e-7 relative, where jStat ends its continued fraction. */
import jStat from 'jstat'

/**
 * P(|T| ≥ |t|) of T with `degrees` degrees of freedom.
 *
 * @returns in [0, 1].
 * @throws {RangeError} if `t` is not a number, or `degrees` is no positive number.
 */
export function twoSidedP(t: number, degrees: number): number {
  checkDegrees(degrees)
  if (Number.isNaN(t)) throw new RangeError('t must be a number, got NaN')
  /* Of the tails themselves: nothing is subtracted. */
  return jStat.ibeta(degrees / (degrees + t * t), degrees / 2, 1 / 2)
}

/**
 * The t with P(|T| ≤ t) = `level`.
 *
 * @throws {RangeError} if `level` is not in (0, 1), or `degrees` is no positive number.
 */
export function twoSidedQuantile(level: number, degrees: number): number {
  checkDegrees(degrees)
  if (!(level > 0 && level < 1)) throw new RangeError(`level must be in (0, 1), got ${level}`)
  return jStat.studentt.inv((1 + level) / 2, degrees)
}

function checkDegrees(degrees: number): void {
  if (!(degrees > 0 && degrees < Infinity)) throw new RangeError(`degrees must be a positive number, got ${degrees}`)
}
