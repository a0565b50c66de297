/** How long a run takes, and which of its parts waits. Pure. */
import type { TimeForecast } from '../counts/forecast.ts'
import { turnsInSequence, type Demand } from './demand.ts'
import type { Pace } from './pace.ts'

interface Timed {
  readonly pace: Pace
  /** Of an iteration, and of a measurement. */
  readonly demand: Demand
  readonly measured: Demand
  readonly iterations: number
  readonly evaluations: number
  /** Most episodes at once. */
  readonly slots: number
  /** Iterations that may be played ahead; 0 is synchronous. */
  readonly staleness: number
  /** Models that are sampled on the device that trains; 0 if none is. */
  readonly sampledBeside: number
}

/** An iteration that is longer by less counts as equal. */
const negligible = 1.02

/** Most iterations ahead that are compared. */
const mostAhead = 8

export function forecastTime({ iterations, evaluations, measured, ...timed }: Timed): TimeForecast {
  const { slots, demand, pace } = timed
  const { rollout, training, iteration, delays } = iterationOf(timed)
  /** The least of 1 … most by which an iteration is about as short as by the most; it is no longer by more of them. */
  const least = (most: number, lengthOf: (count: number) => number): number => {
    const enough = negligible * lengthOf(most)
    let [low, high] = [1, most]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (lengthOf(middle) <= enough) high = middle
      else low = middle + 1
    }
    return high
  }
  return {
    rollout,
    training,
    iteration,
    samplerIdle: idleShare(rollout + delays.rollout, iteration),
    trainerIdle: idleShare(training + delays.training, iteration),
    run: iterations * iteration + evaluations * rolloutOf({ pace, demand: measured, slots }),
    best: {
      atOnce:
        pace.turn === 0 ? null : least(demand.turns.length, count => iterationOf({ ...timed, slots: count }).iteration),
      staleness: least(mostAhead + 1, count => iterationOf({ ...timed, staleness: count - 1 }).iteration) - 1,
    },
  }
}

/** Of an iteration that takes no time here, as one whose models are all elsewhere by the rates of an engine, nothing is idle. */
const idleShare = (busy: number, iteration: number): number => (iteration === 0 ? 0 : Math.max(0, 1 - busy / iteration))

const computingOf = ({ pace, demand }: Pick<Timed, 'pace' | 'demand'>): number =>
  pace.read * demand.read + pace.written * demand.written

const rolloutOf = ({ pace, demand, slots }: Pick<Timed, 'pace' | 'demand' | 'slots'>): number =>
  computingOf({ pace, demand }) + pace.turn * turnsInSequence(demand.turns, slots)

/**
 * Iteration t is played from the end of training t − 1 − k, and trained on once it and training t − 1 are over: over k + 1 iterations pass
 * no less than one rollout and one training, nor over one less than a training, than the turns of its episodes in all slots, or than
 * all that one device computes.
 */
function iterationOf({ staleness, sampledBeside, ...timed }: Omit<Timed, 'measured' | 'iterations' | 'evaluations'>) {
  const { pace, demand, slots } = timed
  const rollout = rolloutOf(timed)
  const computing = computingOf(timed)
  const training = pace.scored * demand.scored + pace.trained * demand.trained
  const inSlots = (pace.turn * demand.turns.reduce((sum, turns) => sum + turns, 0)) / slots
  const period = Math.max(
    (rollout + training) / (staleness + 1),
    training,
    inSlots,
    sampledBeside > 0 ? computing + training : 0,
  )
  /* The device serves training and each model that is sampled in turns; the rest of an iteration is delayed as training is. */
  const isBeside = sampledBeside > 0 && staleness > 0
  const delays = {
    rollout: isBeside ? Math.min(computing / sampledBeside, training) : 0,
    training: isBeside ? (Math.min(computing, training * sampledBeside) * training) / (training + pace.rest) : 0,
  }
  return { rollout, training, iteration: period + pace.rest, delays }
}
