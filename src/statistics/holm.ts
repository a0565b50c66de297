/**
 * p values corrected for being several: the k-th smallest of m becomes max over j ≤ k of min(1, (m − j + 1) pⱼ). Rejecting
 * those below α then errs in any of them with a chance of at most α, however they depend on each other.
 * Source: Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979).
 *
 * @param ps [m], each in [0, 1], or `null` for a comparison that was asked but could not be tested: it counts in m.
 * @returns [m], `null` where `ps` is.
 * @throws {RangeError} if one is outside [0, 1].
 */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const wrong = ps.find(p => p !== null && !(p >= 0 && p <= 1))
  if (wrong !== undefined) throw new RangeError(`p must be in [0, 1], got ${wrong}`)
  const adjusted = ps.map((): number | null => null)
  const tested = ps.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => a.p - b.p)
  let largest = 0
  for (const [rank, { p, index }] of tested.entries()) {
    largest = Math.max(largest, Math.min(1, (ps.length - rank) * p))
    adjusted[index] = largest
  }
  return adjusted
}
