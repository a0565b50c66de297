import type { Band, Direction } from './direction.ts'
import type { Count } from '../../math/wilson.ts'

/** Two tasks in one slot, and how often the policy succeeded at each. */
export interface Change {
  readonly direction: Direction
  readonly current: Count
  readonly proposed: Count
  readonly band: Band
}
