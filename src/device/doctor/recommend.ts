import { isSame } from './choices.ts'
import type { DeviceOptions } from '../open-device.ts'
import type { TimedVerb } from './load.ts'
import type { Trial } from './trial.ts'

export interface Tried {
  readonly engine: DeviceOptions
  readonly trial: Trial
}

/** A run scores and samples about as many tokens as one another, and trains on twice as many. */
const shares: Readonly<Record<TimedVerb, number>> = { sample: 1, score: 1, train: 2 }

/** What must be gained for another engine than the usual one to be worth choosing. */
const leastGain = 1.1

/** @returns the engine with which a run is fastest, the usual one unless another is clearly faster; `null` if none works. */
export function recommend(tried: readonly Tried[], usual: DeviceOptions): DeviceOptions | null {
  const working = tried.filter(({ trial }) => trial.outcome === 'works')
  const [best] = working.toSorted((a, b) => secondsOf(a.trial) - secondsOf(b.trial))
  const own = working.find(({ engine }) => isSame(engine, usual))
  if (best === undefined) return null
  return own !== undefined && secondsOf(own.trial) < leastGain * secondsOf(best.trial) ? own.engine : best.engine
}

/** For one token sampled, one scored and two trained on. */
function secondsOf({ speeds }: Trial): number {
  return speeds.reduce((seconds, { verb, tokensPerSecond }) => seconds + shares[verb] / tokensPerSecond, 0)
}
