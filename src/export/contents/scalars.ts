/** The numbers of an iteration by name, as trackers want them: `policy/kl`, `evaluation/unseen/greedy`. */
import type { DeviceUse } from '../../contracts/models/device-usage.ts'
import type { IterationMetrics, JudgeQuality, Success } from '../../contracts/metrics.ts'
import type { Summary } from '../../run/events/events.ts'

/** In the order of metrics.jsonl; without what was not measured. */
export type Scalars = ReadonlyMap<string, number>

export function iterationScalars(metrics: IterationMetrics): Scalars {
  const { iteration: _, judge, models, adaptation, own, evaluations, probe, time, speed, ...training } = metrics
  const { device, ...speeds } = speed
  return new Map([
    ...numbersOf('training', training),
    ...judgeScalars('judge', judge),
    ...Object.entries(models).flatMap(([name, model]) => numbersOf(name, model)),
    ...numbersOf('adaptation', adaptation),
    ...numbersOf('method', own),
    ...successScalars(evaluations),
    ...judgeScalars('probe', probe),
    ...numbersOf('time', time),
    ...numbersOf('speed', speeds),
    ...device.flatMap(deviceScalars),
  ])
}

/** Before the first iteration. */
export const summaryScalars = ({ evaluations, probe }: Summary): Scalars =>
  new Map([...successScalars(evaluations), ...judgeScalars('probe', probe)])

type Entry = readonly [name: string, value: number]

const successScalars = (evaluations: readonly Success[]): readonly Entry[] =>
  evaluations.map(({ split, temperature, rate }) => [
    `evaluation/${split}/${temperature === 0 ? 'greedy' : temperature}`,
    rate,
  ])

/** The counts by task are for intervals, not for curves. */
function judgeScalars(group: string, quality: JudgeQuality | null): readonly Entry[] {
  if (quality === null) return []
  const { tallies: _, kind: __, ...shares } = quality
  return numbersOf(group, shares)
}

const deviceScalars = ({ verb, model, calls, sequences, tokens, ms }: DeviceUse): readonly Entry[] =>
  numbersOf(`device/${model}/${verb}`, { calls, sequences, tokens, ms })

/** Numbers of an object, and of the objects in it, by their path. */
function numbersOf(group: string, values: unknown): readonly Entry[] {
  if (typeof values === 'number') return [[group, values]]
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return []
  return Object.entries(values).flatMap(([name, value]) => numbersOf(`${group}/${name}`, value))
}
