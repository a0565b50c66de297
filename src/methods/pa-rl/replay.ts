/** Rows of replay: steps with their actions scaled to [−1, 1], and the discounted return that followed each. */
import { endings, type ControlBounds } from '../../contracts/worlds/vector-world.ts'
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import type { RowsOf } from '../../store/row-shape.ts'
import { transitionShape, type Transitions } from '../../store/transitions.ts'
import { type ControlSizes, scaled } from '../control/control-world.ts'

export const replayShape = (sizes: ControlSizes) => ({ ...transitionShape(sizes), value: 'float32' }) as const

export type ReplayRows = RowsOf<ReturnType<typeof replayShape>>

/**
 * Gₜ = rₜ + γ Gₜ₊₁. An episode that is cut off is taken to go on with its last reward for ever, as Cal-QL takes one that failed: a low
 * bound where rewards are −1 until the goal.
 *
 * @param last whether the row is the last that is there of its world.
 */
export function returnsOf(
  { reward, ending }: Pick<Transitions, 'reward' | 'ending'>,
  discount: number,
  last: (row: number) => boolean,
): Float32Array {
  const returns = new Float32Array(reward.length)
  for (let row = reward.length - 1; row >= 0; row -= 1) {
    const own = reward[row] ?? 0
    const open = ending[row] === endings.truncated || (ending[row] === endings.none && last(row))
    const after =
      ending[row] === endings.terminal ? 0 : open ? own / Math.max(1 - discount, 1e-3) : (returns[row + 1] ?? 0)
    returns[row] = own + discount * after
  }
  return returns
}

export function replayOf(rows: VectorRows, bounds: ControlBounds, discount: number): ReplayRows {
  const steps = {
    observation: rows.observations,
    action: scaled(bounds, rows.controls),
    reward: rows.rewards,
    ending: rows.endings,
    nextObservation: rows.nextObservations,
  }
  return { ...steps, value: returnsOf(steps, discount, row => (row + 1) % rows.steps === 0) }
}

export function replayOfData(data: Transitions, bounds: ControlBounds, discount: number): ReplayRows {
  const value = returnsOf(data, discount, row => row === data.reward.length - 1)
  return { ...data, action: scaled(bounds, data.action), value }
}
