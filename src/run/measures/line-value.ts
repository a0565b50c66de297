import type { IterationMetrics } from '../../contracts/metrics.ts'

/** The value of a measure of any kind but success on held-out tasks, by id; `null` where the line has none. */
export function lineValue(line: IterationMetrics, id: string): number | null {
  const { measures, models, time, speed } = line
  if (Object.hasOwn(measures, id)) return measures[id] ?? null
  const dot = id.indexOf('.')
  const group = id.slice(0, Math.max(0, dot))
  const from: unknown = dot < 0 ? line : group === 'time' ? time : group === 'speed' ? speed : ownPart(models, group)
  const value = ownPart(from, id.slice(dot + 1))
  return typeof value === 'number' ? value : null
}

const ownPart = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? Reflect.get(of, name) : undefined
