import { isSame } from './choices.ts'
import type { DeviceOptions } from '../open-device.ts'
import { estimatedSeconds, type RunPart } from './run-part.ts'
import type { Trial } from './trial.ts'

export interface Tried {
  readonly engine: DeviceOptions
  readonly trial: Trial
}

/** What must be gained for another engine than the usual one to be worth choosing. */
const minGain = 1.1

/** @returns the engine with which a run is fastest, the usual one unless another is clearly faster; `null` if none works. */
export function recommend(
  tried: readonly Tried[],
  { usual, part }: { readonly usual: DeviceOptions; readonly part: RunPart },
): DeviceOptions | null {
  /* As it was timed; where it was too slow for that, by its verbs. */
  const secondsOf = ({ runSeconds, speeds }: Trial): number => runSeconds ?? estimatedSeconds(part, speeds)
  const working = tried.filter(({ trial }) => trial.outcome === 'works')
  const [best] = working.toSorted((a, b) => secondsOf(a.trial) - secondsOf(b.trial))
  const own = working.find(({ engine }) => isSame(engine, usual))
  if (best === undefined) return null
  return own !== undefined && secondsOf(own.trial) < minGain * secondsOf(best.trial) ? own.engine : best.engine
}
