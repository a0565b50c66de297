/** Whether a difference that was claimed to be above 0, or above −margin, is shown; "the other way" is below it. */
export type Verdict = 'shown' | 'not shown' | 'shown the other way'

/**
 * @param difference of the claim's arm over the other, with the margin added.
 * @param p two-sided, corrected; `null` where there was no test.
 * @param level of confidence, in (0, 1): shown is p < 1 − level.
 */
export function verdictOf(difference: number | null, p: number | null, level: number): Verdict {
  if (difference === null || difference === 0 || p === null || p >= 1 - level) return 'not shown'
  return difference > 0 ? 'shown' : 'shown the other way'
}
