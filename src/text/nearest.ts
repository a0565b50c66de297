/**
 * The candidate that `text` most likely was meant to be, by edit distance; `null` if none is near.
 *
 * @param maxDistance share of the longer text that may change.
 */
export function nearest(text: string, candidates: readonly string[], maxDistance = 1 / 2): string | null {
  const scored = candidates.map(candidate => ({ candidate, distance: editDistance(text, candidate) }))
  const best = scored.sort((a, b) => a.distance - b.distance)[0]
  if (best === undefined) return null
  return best.distance <= Math.max(text.length, best.candidate.length) * maxDistance ? best.candidate : null
}

/** The end of a refusal: `; did you mean lambda?`, or nothing if no candidate is near. */
export function nearestHint(text: string, candidates: readonly string[]): string {
  const close = nearest(text, candidates)
  return close === null ? '' : `; did you mean ${close}?`
}

/**
 * Insertions, deletions and replacements that turn one text into the other.
 * Source: Wagner & Fischer, The string-to-string correction problem, JACM 1974.
 */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[to.length]!
}

/** The refusal of a name that is none of those known, as a program that no compiler has checked may use. */
export const notTaken = (taker: string, name: unknown, known: readonly string[]): string =>
  `${taker} takes no '${String(name)}'${nearestHint(String(name), known)} (${known.join(', ')})`
