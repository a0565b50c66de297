import type { IterationMetrics } from '../../contracts/metrics.ts'

/** The value of a measure of any kind but success on held-out tasks, by id; `null` where the line has none. */
export function lineValue({ measures, models, time, speed, ...line }: IterationMetrics, id: string): number | null {
  if (Object.hasOwn(measures, id)) return measures[id] ?? null
  const dot = id.indexOf('.')
  const groups: Readonly<Record<string, object>> = { ...models, time, speed }
  const from = new Map<string, unknown>(Object.entries(dot < 0 ? line : (groups[id.slice(0, dot)] ?? {})))
  const value = from.get(id.slice(dot + 1))
  return typeof value === 'number' ? value : null
}
