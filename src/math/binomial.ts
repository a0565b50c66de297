/**
 * Chances of 0..n successes in n trials. Built one trial at a time: sums of positive terms only, so
 * nothing cancels and nothing overflows.
 *
 * @param n non-negative integer; the cost is n² additions.
 * @param p in [0, 1].
 * @returns [n + 1], summing to 1.
 * @throws {RangeError} if `n` or `p` is out of range.
 */
export function binomial(n: number, p: number): Float64Array {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`n must be a non-negative integer, got ${n}`)
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must be in [0, 1], got ${p}`)
  const chances = new Float64Array(n + 1)
  chances[0] = 1
  for (let trial = 1; trial <= n; trial += 1) {
    for (let k = trial; k > 0; k -= 1) chances[k] = chances[k]! * (1 - p) + chances[k - 1]! * p
    chances[0] = chances[0] * (1 - p)
  }
  return chances
}
