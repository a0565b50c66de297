/**
 * The rewards of VLM-RL: a goal of language that is wanted against one that is not, and its synthesis with the state of the vehicle.
 * Source: Huang et al., VLM-RL: a unified vision language models and reinforcement learning framework for safe autonomous driving (2024),
 * eq. 6 and 9 to 14, with the clip of the released code.
 */
import { endings } from '../../contracts/worlds/vector-world.ts'
import { populationStandardDeviation } from '../../math/statistics.ts'

/** Weights and limits of the language reward. */
export interface GoalReward {
  /** α, of the wanted goal; the other has 1 − α. */
  readonly positiveWeight: number
  /** Values of it that become 0 and 1; those beyond are cut off. */
  readonly range: readonly [low: number, high: number]
}

/**
 * α sim(picture, wanted) − (1 − α) sim(picture, unwanted), then from `range` to [0, 1].
 *
 * @param pictures [count × size], of length 1 each.
 * @param goals [2 × size]: wanted, unwanted.
 * @returns [count]
 */
export function goalRewards(
  pictures: Float32Array,
  goals: Float32Array,
  { positiveWeight, range: [low, high] }: GoalReward,
): Float32Array {
  const size = goals.length / 2
  return Float32Array.from({ length: pictures.length / size }, (_, row) => {
    let contrast = 0
    for (let place = 0; place < size; place += 1) {
      const goal = positiveWeight * (goals[place] ?? 0) - (1 - positiveWeight) * (goals[size + place] ?? 0)
      contrast += (pictures[row * size + place] ?? 0) * goal
    }
    return Math.min(1, Math.max(0, (contrast - low) / (high - low)))
  })
}

/** Of a vehicle after a step. */
interface VehicleState {
  /** km/h */
  readonly speed: number
  /** Metres from the middle of the lane. */
  readonly offset: number
  /** Degrees from its direction. */
  readonly heading: number
  /** Deviation of the last offsets, metres. */
  readonly swerving: number
}

const largest = { speed: 25, offset: 3, heading: 90, swerving: 0.4 } as const

/** (1 − |v − r v_max| / v_max) · f_centre · f_angle · f_deviation, each factor at least 0. @param goal r, in [0, 1]. */
export function synthesis(goal: number, { speed, offset, heading, swerving }: VehicleState): number {
  const share = (value: number, most: number): number => Math.max(0, 1 - Math.abs(value) / most)
  return (
    (1 - Math.abs(speed - goal * largest.speed) / largest.speed) *
    share(offset, largest.offset) *
    share(heading, largest.heading) *
    share(swerving, largest.swerving)
  )
}

/** Standard deviations of the distances |offset| of the last `steps` of each row's episode. @param last whether a row is its world's last. */
export function swervings(
  offsets: readonly number[],
  {
    ending,
    steps,
    last,
  }: { readonly ending: Uint8Array; readonly steps: number; readonly last: (row: number) => boolean },
): Float32Array {
  const found = new Float32Array(offsets.length)
  let first = 0
  for (const row of offsets.keys()) {
    const own = offsets.slice(Math.max(first, row + 1 - steps), row + 1).map(Math.abs)
    found[row] = populationStandardDeviation(own)
    if (ending[row] !== endings.none || last(row)) first = row + 1
  }
  return found
}
