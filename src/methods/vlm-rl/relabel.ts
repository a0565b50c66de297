/** Rewards of steps that were played: computed in batches of pictures after the steps, and written over those of the world. */
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import type { Driving } from './driving.ts'
import type { ImageTextModel } from './image-text/image-text-model.ts'
import { goalRewards, swervings, synthesis, type GoalReward } from './reward.ts'

export interface RewardOptions extends GoalReward {
  readonly reward: 'synthesis' | 'goal' | 'state'
  readonly positive: string
  readonly negative: string
  /** Over which swerving is taken. */
  readonly swervingSteps: number
  /** Pictures that are encoded at once. */
  readonly frames: number
}

/** Puts rewards over those of the world. @param from which of the rows that were played is the first, from 0. */
export type WriteRewards = (from: number, reward: Float32Array) => void

/** Means over the steps. */
interface Relabelled {
  /** r of the goals, in [0, 1]; `null` where it is not asked for. */
  readonly goal: number | null
  readonly reward: number
}

/** A negative reward of the world, which is a failure, stays. */
export async function relabel(
  rows: VectorRows,
  write: WriteRewards,
  {
    driving,
    model,
    options,
  }: { readonly driving: Driving; readonly model: ImageTextModel; readonly options: RewardOptions },
): Promise<Relabelled> {
  const { nextObservations: after, rewards, endings: ending, steps } = rows
  const isGoal = options.reward !== 'state'
  const goals = isGoal ? await model.texts([options.positive, options.negative]) : null
  const offsets = driving.read(after, 'offset')
  const [speeds, headings] = [driving.read(after, 'speed'), driving.read(after, 'heading')]
  const last = (row: number): boolean => (row + 1) % steps === 0
  const deviations = swervings(offsets, { ending, steps: options.swervingSteps, last })
  const width = driving.sizes.observation
  let [goalSum, rewardSum] = [0, 0]
  for (let from = 0; from < rewards.length; from += options.frames) {
    const to = Math.min(rewards.length, from + options.frames)
    const found =
      goals === null
        ? null
        : goalRewards(await model.pictures(driving.views(after.subarray(from * width, to * width))), goals, options)
    const reward = rewards.slice(from, to).map((own, place) => {
      const row = from + place
      const goal = found?.[place] ?? 1
      goalSum += goal
      if (own < 0) return own
      if (options.reward === 'goal') return goal
      const [speed = 0, offset = 0, heading = 0] = [speeds[row], offsets[row], headings[row]]
      return synthesis(goal, { speed, offset, heading, swerving: deviations[row] ?? 0 })
    })
    rewardSum += reward.reduce((sum, value) => sum + value, 0)
    write(from, reward)
  }
  const count = rewards.length
  return { goal: isGoal ? goalSum / count : null, reward: rewardSum / count }
}
