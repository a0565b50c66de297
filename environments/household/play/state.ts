/** Where everything is, and the player's knowledge. Plain data; never changed in place. */
import { compiled } from './compile.ts'
import { nth } from '../../../src/math/nth.ts'
import type { HouseholdTask } from '../tasks/task.ts'

/** Treatments of a thing, as bits. */
export const marks = { clean: 1, hot: 2, cool: 4, toggled: 8, on: 16, sliced: 32 } as const

/** Receptacles, things and locations are numbered as `compiled` orders them. */
export interface HouseholdState {
  readonly task: HouseholdTask
  /** Index of the player's location. */
  readonly place: number
  /** [receptacles] */
  readonly opened: readonly boolean[]
  /** [receptacles] the things in each, ascending. */
  readonly contents: readonly (readonly number[])[]
  /** The thing in hand, −1 for none. */
  readonly held: number
  /** [things] bits of `marks`. */
  readonly marks: readonly number[]
  /** [things] the locations each thing counts as being at. */
  readonly locations: readonly (readonly number[])[]
  /** Where each thing was once taken from and not put back: pairs as thing × receptacles + receptacle. */
  readonly taken: readonly number[]
  /** The player's knowledge; no rule of the game reads it. */
  readonly seenReceptacles: readonly boolean[]
  readonly seenThings: readonly boolean[]
}

/** All that the rules of the game read. */
export const situationOf = ({ place, opened, contents, held, marks, locations, taken }: HouseholdState): string =>
  JSON.stringify([place, held, opened.map(Number), contents, marks, locations, taken])

/** The state before the first command. */
export function initialState(task: HouseholdTask): HouseholdState {
  const world = compiled(task)
  return {
    task,
    place: world.start,
    opened: world.openable.map(() => false),
    contents: world.contents,
    held: -1,
    marks: world.kinds.map(() => 0),
    locations: world.thingLocations,
    taken: [],
    seenReceptacles: world.openable.map(() => false),
    seenThings: world.kinds.map(() => false),
  }
}

/** The receptacles the player stands at, ascending. */
export const receptaclesHere = (state: HouseholdState): readonly number[] => nth(compiled(state.task).here, state.place)

/** The things in a receptacle, ascending. */
export const contentsOf = (state: HouseholdState, receptacle: number): readonly number[] =>
  nth(state.contents, receptacle)

/** Treatments of a thing, as bits of `marks`. */
export const marksOf = (state: HouseholdState, thing: number): number => nth(state.marks, thing)

/** Whether a thing bears all of the given marks; always so for 0. */
export const carries = (state: HouseholdState, thing: number, bits: number): boolean =>
  (marksOf(state, thing) & bits) === bits

/** Whether the contents of a receptacle can be seen and reached. */
export const isAccessible = (state: HouseholdState, receptacle: number): boolean =>
  state.opened[receptacle] === true || compiled(state.task).openable[receptacle] === false

/** A copy of `list` with one item replaced. */
export function replaced<T>(list: readonly T[], index: number, item: T): readonly T[] {
  const copy = list.slice()
  copy[index] = item
  return copy
}
