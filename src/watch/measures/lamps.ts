/** Warning lamps: what is looked at first, each with its bounds. Pure. */
import type { Lamp, LampLevel, LampRule } from '../contract/overview.ts'
import type { RunSeries } from '../folder/run-series.ts'
import { quantile } from '../../math/statistics.ts'

const ofModel = (model: string, name: string): readonly LampRule[] => [
  {
    name: `${name}: KL`,
    measure: `${model}.kl`,
    format: 'number',
    bounds: [0.02, 0.1],
    bad: 'above',
    meaning: 'nats a token; updates move the model far in one iteration',
  },
  {
    name: `${name}: clipped`,
    measure: `${model}.clipShare`,
    format: 'share',
    bounds: [0.2, 0.4],
    bad: 'above',
    meaning: 'the clip holds back a large part of the tokens',
  },
  {
    name: `${name}: entropy`,
    measure: `${model}.entropy`,
    format: 'share',
    bounds: [0.25, 0.1],
    bad: 'below',
    relativeTo: 'beginning',
    meaning: 'of its entropy at the beginning; the model has nearly stopped exploring',
  },
  {
    name: `${name}: gradient norm`,
    measure: `${model}.gradientNorm`,
    format: 'number',
    bounds: [3, 10],
    bad: 'above',
    relativeTo: 'median',
    meaning: 'times its median over the run; updates have become unstable',
  },
  {
    name: `${name}: no signal`,
    measure: `${model}.withoutSignal`,
    format: 'share',
    bounds: [0.7, 0.9],
    bad: 'above',
    meaning: 'of the samples lie in groups without variance or have an advantage of 0, and teach nothing',
  },
  {
    name: `${name}: cut off`,
    measure: `${model}.truncated`,
    format: 'share',
    bounds: [0.1, 0.3],
    bad: 'above',
    meaning: 'of the answers are cut off at maxTokens, and end before they are done',
  },
  {
    name: `${name}: staleness`,
    measure: `${model}.largestStaleness`,
    format: 'number',
    bounds: [2, 8],
    bad: 'above',
    meaning: 'trainings since the oldest sample was drawn',
  },
]

export const lampRules: readonly LampRule[] = [
  {
    name: 'Invalid episodes',
    measure: 'invalidShare',
    format: 'share',
    bounds: [0.01, 0.05],
    bad: 'above',
    meaning: 'of the episodes could not be played or judged',
  },
  {
    name: 'Malformed votes',
    measure: 'judge.malformed',
    format: 'share',
    bounds: [0.1, 0.3],
    bad: 'above',
    meaning: 'of what the reward model writes cannot be read',
  },
  ...ofModel('policy', 'Policy'),
  ...ofModel('reward-model', 'Reward model'),
]

/** Iterations that a lamp looks back over. */
export const lampIterations = 10

/** A lamp for each rule whose quantity the run measures: its mean over the last iterations against its bounds. */
export function lampsOf(series: RunSeries): readonly Lamp[] {
  const known = remembered.get(series)
  if (known?.rows === series.rows) return known.lamps
  const lamps = lampRules.flatMap((rule, index) => {
    const column = series.column(rule.measure)
    if (column === undefined) return []
    const now = meanOf(column.subarray(-lampIterations))
    const unit = rule.relativeTo === undefined ? 1 : unitOf(column, rule.relativeTo)
    const value = now === null || unit === null || unit === 0 ? null : now / unit
    return [{ rule: index, value, level: levelOf(value, rule) }]
  })
  remembered.set(series, { rows: series.rows, lamps })
  return lamps
}

/** Of runs that have not grown since. */
const remembered = new WeakMap<RunSeries, { readonly rows: number; readonly lamps: readonly Lamp[] }>()

function levelOf(value: number | null, { bounds: [near, beyond], bad }: LampRule): LampLevel {
  if (value === null) return 'unknown'
  const passed = (bound: number): boolean => (bad === 'above' ? value >= bound : value <= bound)
  return passed(beyond) ? 'beyond' : passed(near) ? 'near' : 'fine'
}

function unitOf(column: Float32Array, relativeTo: 'median' | 'beginning'): number | null {
  const step = relativeTo === 'beginning' ? 1 : Math.ceil(column.length / mostSorted)
  const measured = column.filter((value, index) => index % step === 0 && !Number.isNaN(value))
  if (measured.length === 0) return null
  return relativeTo === 'beginning' ? meanOf(measured.subarray(0, lampIterations)) : quantile([...measured.sort()], 0.5)
}

/** Values that a median is of, evenly spaced; about. */
const mostSorted = 500

function meanOf(values: Float32Array): number | null {
  const measured = values.filter(value => !Number.isNaN(value))
  return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0) / measured.length
}
