/** Verdict on the claim that a difference is above 0, or above −margin. */
export type Verdict = 'supported' | 'inconclusive' | 'contradicted'

/**
 * @param difference of the claim's arm over the other, with the margin added.
 * @param p two-sided, corrected; `null` where there was no test.
 * @param level of confidence, in (0, 1): significant is p < 1 − level.
 */
export function verdictOf(difference: number | null, p: number | null, level: number): Verdict {
  if (difference === null || difference === 0 || p === null || p >= 1 - level) return 'inconclusive'
  return difference > 0 ? 'supported' : 'contradicted'
}
