/** An edit's input and output. */
import type { Direction } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import type { CodingTask } from '../tasks/task.ts'
import { nth } from '../../../src/math/nth.ts'

/** A changed task, and the change in a sentence. */
export interface CodingChange {
  /** Its tests may still be those of before. */
  readonly task: CodingTask
  readonly reason: string
  /** How many tests are to be shown; where absent, as many as before. */
  readonly examples?: number
}

export interface EditOrder {
  readonly random: Random
  readonly direction: Direction
  /** What most programs missed, as the labels name it; `null` if that is not known. */
  readonly complaint: string | null
}

export type TaskEdit = (task: CodingTask, order: EditOrder) => CodingChange | null

/**
 * The place of a clause to work on: when easing, one complained of; when hardening, one not complained of; else any
 * that fits.
 *
 * @returns `null` if none fits.
 */
export function placeFor(
  { clauses }: CodingTask,
  { random, direction, complaint }: EditOrder,
  fits: (place: number) => boolean,
): number | null {
  const places = clauses.flatMap((_, place) => (fits(place) ? [place] : []))
  const preferred = places.filter(place => (nth(clauses, place).kind === complaint) === (direction === 'easier'))
  const chosen = preferred.length > 0 ? preferred : places
  return chosen.length === 0 ? null : random.pick(chosen)
}
