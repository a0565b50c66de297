/** The numbers of an iteration by name, as trackers want them: `policy/kl`, `evaluation/unseen/greedy`. */
import type { DeviceUse } from '../../contracts/models/device-usage.ts'
import type { MeasuredValues } from '../../contracts/measure.ts'
import type { IterationMetrics, Success } from '../../contracts/metrics.ts'
import type { Summary } from '../../run/events/events.ts'

/** In the order of metrics.jsonl; without unmeasured ones. */
export type Scalars = ReadonlyMap<string, number>

export function iterationScalars(metrics: IterationMetrics): Scalars {
  const { iteration: _, models, measures, ratios: __, evaluations, time, speed, ...training } = metrics
  const { device, ...speeds } = speed
  return new Map([
    ...numbersOf('training', training),
    ...Object.entries(models).flatMap(([name, model]) => numbersOf(name, model)),
    ...measureScalars(measures),
    ...successScalars(evaluations),
    ...numbersOf('time', time),
    ...numbersOf('speed', speeds),
    ...device.flatMap(deviceScalars),
  ])
}

/** Before the first iteration. */
export const summaryScalars = ({ evaluations, measures }: Summary): Scalars =>
  new Map([...successScalars(evaluations), ...measureScalars(measures)])

type Entry = readonly [name: string, value: number]

const successScalars = (evaluations: readonly Success[]): readonly Entry[] =>
  evaluations.flatMap(({ split, temperature, rate, pass, truncated }) => {
    const name = `evaluation/${split}/${temperature === 0 ? 'greedy' : temperature}`
    return [
      [name, rate],
      ...numbersOf(`${name}/pass@${pass?.k}`, pass?.rate),
      ...numbersOf(`${name}/mean@${pass?.k}`, pass?.mean),
      ...numbersOf(`${name}/truncated`, truncated),
    ]
  })

/** Those without a group are the method's. */
const measureScalars = (measures: MeasuredValues): readonly Entry[] =>
  Object.entries(measures).flatMap(([id, value]) =>
    numbersOf(id.includes('.') ? id.replaceAll('.', '/') : `method/${id}`, value),
  )

const deviceScalars = ({ verb, model, calls, sequences, tokens, ms }: DeviceUse): readonly Entry[] =>
  numbersOf(`device/${model}/${verb}`, { calls, sequences, tokens, ms })

/** Numbers of an object, and of the objects in it, by their path. */
function numbersOf(group: string, values: unknown): readonly Entry[] {
  if (typeof values === 'number') return [[group, values]]
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return []
  return Object.entries(values).flatMap(([name, value]) => numbersOf(`${group}/${name}`, value))
}
