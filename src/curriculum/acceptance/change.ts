import type { Band } from './direction.ts'
import type { Direction } from '../../contracts/worlds/environment.ts'
import type { Count } from '../../math/wilson.ts'

/** Two tasks in one slot, and how often the policy succeeded at each. */
export interface Change {
  readonly direction: Direction
  readonly current: Count
  readonly proposed: Count
  readonly band: Band
}

/** Whether the proposed task takes the current one's place. */
export type Accepts = (change: Change) => boolean
