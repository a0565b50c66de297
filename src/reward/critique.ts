/** What the reward model said of a task's episodes, summed up for whoever rewrites the task. */
export interface CriticSummary {
  /** What was said most often of the steps that are condemned; `null` where there is no such step. */
  readonly complaint: string | null
  /** Share of the steps that are condemned, in [0, 1]. */
  readonly condemned: number
  /** One line for each thing that was judged or that judges, the condemned steps marked ✗. */
  readonly text: string
}

/** The most frequent item; of equals the one that sorts first, so that order does not matter. */
export function mostCommon(items: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return first?.[0] ?? null
}
