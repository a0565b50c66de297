import { trainingMs, type IterationMetrics } from '../../contracts/metrics.ts'
import type { DeviceUse, DeviceVerb } from '../../contracts/models/device-usage.ts'
import { deviceRates, noQueue, type Rates } from '../measure/rates.ts'

/** @param iterations at least one. */
export function trainingRates(iterations: readonly IterationMetrics[]): Rates {
  const lengthMs = total(iterations.map(({ time }) => trainingMs(time)))
  const uses = iterations.flatMap(({ speed }) => speed.device)
  const sum = (verb: DeviceVerb, of: (use: DeviceUse) => number): number =>
    total(uses.filter(use => use.verb === verb).map(of))
  return {
    seconds: lengthMs / 1000,
    played: null,
    stepsPerSecond: (1000 * total(iterations.map(({ steps }) => steps))) / lengthMs,
    ...deviceRates({
      calls: sum('sample', ({ calls }) => calls),
      requests: sum('sample', ({ requests }) => requests),
      ms: total(uses.map(({ ms }) => ms)),
      lengthMs,
    }),
    queue: noQueue,
    training: {
      tokensPerSecond: (1000 * sum('forward-backward', ({ tokens }) => tokens)) / lengthMs,
      iterationMs: lengthMs / iterations.length,
      partsMs: partsOf(iterations),
    },
  }
}

/** Those that hold others, and those that are no training. */
const others = new Set(['total', 'waiting', 'learning', 'evaluation', 'checkpoint'])

function partsOf(iterations: readonly IterationMetrics[]): Readonly<Record<string, number>> {
  const names = new Set(iterations.flatMap(({ time }) => Object.keys(time)).filter(name => !others.has(name)))
  const meanOf = (name: string): number => total(iterations.map(({ time }) => time[name] ?? 0)) / iterations.length
  return Object.fromEntries([...names].map(name => [name, meanOf(name)]))
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
