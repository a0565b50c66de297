import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import { endings } from '../../contracts/worlds/vector-world.ts'
import { decayedErrors } from '../kit/decayed-errors.ts'
import { bootstrapped } from './updates.ts'

interface StepValues {
  /** [rows] V before each step. */
  readonly values: Float32Array
  /** [rows] V after each step. */
  readonly nextValues: Float32Array
}

/**
 * Generalised advantages of steps as they were played. A terminal step is worth its reward; one that is cut off, by the world or as the
 * last of the play, has the value of what it led to.
 *
 * @param options γ and λ, both in [0, 1].
 * @returns [rows]
 */
export function stepAdvantagesOf(
  { steps, rewards, endings: ending }: Pick<VectorRows, 'steps' | 'rewards' | 'endings'>,
  { values, nextValues }: StepValues,
  { discount, gaeWeight }: { readonly discount: number; readonly gaeWeight: number },
): number[] {
  const wanted = bootstrapped({ reward: rewards, ending }, nextValues, discount)
  const errors = Array.from(wanted, (value, row) => value - (values[row] ?? 0))
  return decayedErrors(errors, discount * gaeWeight, row => ending[row] !== endings.none || (row + 1) % steps === 0)
}
