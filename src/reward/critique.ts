/** The most frequent item; of equals the one that sorts first, so that order does not matter. */
export function mostCommon(items: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return first?.[0] ?? null
}
