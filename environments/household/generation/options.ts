/** What sort of rooms and games to make. */
import type { GoalKind } from '../tasks/task.ts'
import type { Dialect } from '../play/step.ts'

/** Short names of goals, as options and tables of results use them. */
export const goalNames = {
  place: 'pick_and_place_simple',
  light: 'look_at_obj_in_light',
  clean: 'pick_clean_then_place_in_recep',
  heat: 'pick_heat_then_place_in_recep',
  cool: 'pick_cool_then_place_in_recep',
  two: 'pick_two_obj_and_place',
} as const satisfies Record<string, GoalKind>
export type GoalName = keyof typeof goalNames

export interface HouseholdOptions {
  /** Receptacles in a room, at least 4: a number, a range, or `full` for as many as real rooms have. */
  readonly receptacles?: number | readonly [number, number] | 'full'
  /** Goals to ask for; by default those of a small room, or all in full rooms. */
  readonly goals?: readonly GoalName[]
  /** Steps until an episode is cut off; 12 in small rooms, 40 in full ones. */
  readonly steps?: number
  /** `move X to Y`, or the older `put X in/on Y`. */
  readonly dialect?: Dialect
}

/** Options with nothing left open. */
export interface HouseholdSettings {
  readonly receptacles: readonly [number, number] | 'full'
  readonly goals: readonly GoalName[]
  readonly steps: number
  readonly dialect: Dialect
}

export const minReceptacles = 4
export const maxReceptacles = 30

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function householdSettings(options: HouseholdOptions = {}): HouseholdSettings {
  for (const key of Object.keys(options)) {
    if (!['receptacles', 'goals', 'steps', 'dialect'].includes(key))
      throw new RangeError(`household has no option ${key}: it has receptacles, goals, steps and dialect`)
  }
  const receptacles = range(options.receptacles ?? [4, 5])
  const goals = options.goals ?? (receptacles === 'full' ? names : ['place', 'clean', 'heat', 'cool'])
  const steps = options.steps ?? (receptacles === 'full' ? 40 : Math.max(12, 2 * receptacles[1] + 2))
  const dialect = options.dialect ?? 'move'
  if (!isList(goals) || goals.length === 0 || goals.some(goal => !names.includes(goal)))
    throw new RangeError(`goals must be a list of ${names.join(', ')}, got ${JSON.stringify(goals)}`)
  if (!Number.isInteger(steps) || steps < 1)
    throw new RangeError(`steps must be a positive integer, got ${String(steps)}`)
  if (dialect !== 'move' && dialect !== 'put')
    throw new RangeError(`dialect must be move or put, got ${String(dialect)}`)
  return { receptacles, goals, steps, dialect }
}

const names = Object.keys(goalNames) as readonly GoalName[]

function range(wanted: number | readonly number[] | 'full'): readonly [number, number] | 'full' {
  if (wanted === 'full') return wanted
  const [low = Number.NaN, high = Number.NaN, ...more] =
    typeof wanted === 'number' ? [wanted, wanted] : isList(wanted) ? wanted : []
  const isOrdered = minReceptacles <= low && low <= high && high <= maxReceptacles
  if (!Number.isInteger(low) || !Number.isInteger(high) || !isOrdered || more.length > 0)
    throw new RangeError(
      `receptacles must be full, or from ${minReceptacles} to ${maxReceptacles}, got ${JSON.stringify(wanted)}`,
    )
  return [low, high]
}

/** Options may come from a file: a type is not proof. */
const isList = <T>(value: readonly T[] | string): value is readonly T[] => Array.isArray(value)
