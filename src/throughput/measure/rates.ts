/** Counts between two readings of a run, as rates. */
import type { QueueTimes } from '../../contracts/models/device-usage.ts'

/** Episodes that ended. */
export interface PlayedWork {
  readonly episodes: number
  /** Of these episodes. */
  readonly steps: number
  readonly won: number
}

/** How fast iterations of a run are, evaluation and checkpoint left out. */
export interface TrainingSpeed {
  /** Read with a gradient, a second of all that iterations do. */
  readonly tokensPerSecond: number
  /** On average. */
  readonly iterationMs: number
  /** Of this, by part: `rollout`, `adaptation`, `train policy`, … Parts overlap where episodes are played ahead, and on a service, which trains models at once. */
  readonly partsMs: Readonly<Record<string, number>>
}

/** One measurement of worlds that run, between two readings. */
export interface Rates {
  /** From the first reading to the second. */
  readonly seconds: number
  /** `null` of vector worlds, which do not tell. */
  readonly played: PlayedWork | null
  readonly stepsPerSecond: number
  /** Requests a device call, on average; `null` where there was no call. */
  readonly requestsPerCall: number | null
  /** Share of the time for which the device worked, in [0, 1]; `null` where that is not known. */
  readonly deviceShare: number | null
  readonly queue: QueueTimes
  /** `null` where nothing is trained. */
  readonly training: TrainingSpeed | null
}

/** A measurement, with the limit of the engine alone. */
export interface Measurement extends Rates {
  /** Env-steps a second of the engine driven alone at its best batch; `null` without a model. */
  readonly ceiling: number | null
}

/** Where it is not known how long requests waited. */
export const noQueue: QueueTimes = { requests: 0, meanMs: null, medianMs: null, p95Ms: null, maxMs: null }

/** Use of the device between two readings. */
interface DeviceWindow {
  readonly calls: number
  readonly requests: number
  readonly ms: number
  readonly lengthMs: number
}

export const deviceRates = ({
  calls,
  requests,
  ms,
  lengthMs,
}: DeviceWindow): Pick<Rates, 'requestsPerCall' | 'deviceShare'> => ({
  requestsPerCall: calls === 0 ? null : requests / calls,
  deviceShare: ms / lengthMs,
})

/** The counts of one thread of worlds at a reading. */
interface StepProgress {
  readonly life: number
  readonly steps: number
  /** ms */
  readonly at: number
}

/** Steps a second of one thread; one that was restarted meanwhile has counted from 0. */
export function stepRate(before: StepProgress, after: StepProgress): number {
  const steps = after.life === before.life ? after.steps - before.steps : after.steps
  return (steps / (after.at - before.at)) * 1000
}
