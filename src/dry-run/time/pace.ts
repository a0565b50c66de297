/** How fast a run goes, by the rates of an engine or by the times of an earlier run. Pure. */
import type { IterationMetrics } from '../../contracts/metrics.ts'
import type { EngineRates } from '../../engine/doctor/rates.ts'
import { mean } from '../../math/statistics.ts'
import { turnsInSequence, type Demand } from './demand.ts'

/** Seconds. */
export interface Pace {
  /** For a token times a parameter. */
  readonly read: number
  readonly written: number
  readonly scored: number
  readonly trained: number
  /** For a turn besides: of the world, the controller, a service. */
  readonly turn: number
  /** For an iteration besides, e.g. for its checkpoint. */
  readonly rest: number
}

/** Of the engine alone. */
export const paceOfEngine = ({ parameters, perSecond: { sample, logprobs, train } }: EngineRates): Pace => ({
  read: 0,
  written: 1 / (sample * parameters),
  scored: 1 / (logprobs * parameters),
  trained: 1 / (train * parameters),
  turn: 0,
  rest: 0,
})

/** A forward pass, in forward and backward passes. */
const forwardShare = 1 / 3

/** Of the mean iteration; the first, which also opens models, counts only where it is alone. */
const meanSeconds = (lines: readonly IterationMetrics[], ms: (line: IterationMetrics) => number): number =>
  mean((lines.length > 1 ? lines.slice(1) : lines).map(ms)) / 1000

/** Seconds of the mean iteration of a run, without its evaluation. */
export const meanTimes = (lines: readonly IterationMetrics[]) => ({
  rollout: meanSeconds(lines, ({ time }) => time['rollout'] ?? time.waiting),
  waiting: meanSeconds(lines, ({ time }) => time.waiting),
  training: meanSeconds(lines, ({ time }) =>
    Object.entries(time).reduce((sum, [name, ms]) => sum + (name.startsWith('train ') ? ms : 0), 0),
  ),
  iteration: meanSeconds(lines, ({ time }) => time.total - (time['evaluation'] ?? 0)),
})

/** @param here models that compute here. */
export function paceOfRun(
  lines: readonly IterationMetrics[],
  demand: Demand,
  { here, slots }: { readonly here: readonly string[]; readonly slots: number },
): Pace {
  const { rollout, waiting, training, iteration } = meanTimes(lines)
  const computing = meanSeconds(lines, ({ speed }) =>
    speed.device.reduce((sum, { verb, model, ms }) => sum + (verb === 'sample' && here.includes(model) ? ms : 0), 0),
  )
  const perToken = ratio(computing, demand.read + demand.written)
  const trained = ratio(training, demand.trained + forwardShare * demand.scored)
  return {
    ...{ read: perToken, written: perToken, scored: forwardShare * trained, trained },
    turn: ratio(Math.max(0, rollout - computing), turnsInSequence(demand.turns, slots)),
    rest: iteration - waiting - training,
  }
}

const ratio = (value: number, by: number): number => (by === 0 ? 0 : value / by)
