/** A row of commands as a planner counts it: the state reached, the receptacles opened, the length. */
import { compiled } from '../play/compile.ts'
import { isAccessible, type HouseholdState } from '../play/state.ts'
import { canPut, type Dialect, type Treatment } from '../play/step.ts'
import { nth } from '../../../src/math/nth.ts'

export interface Walk {
  /** Index of the location it has led to. */
  readonly place: number
  /** Receptacles it has opened. */
  readonly opened: readonly number[]
  /** Commands so far. */
  readonly cost: number
  /** The first command; `null` before any. */
  readonly next: string | null
}

/** The walk of no commands. */
export const standing = (state: HouseholdState): Walk => ({ place: state.place, opened: [], cost: 0, next: null })

/** The deeds a walk can be made longer by, in one state of the game. */
export interface Deeds {
  readonly goTo: (walk: Walk, receptacle: number) => Walk
  /** Goes there and opens it if it is closed. */
  readonly reach: (walk: Walk, receptacle: number) => Walk
  readonly take: (walk: Walk, thing: number, receptacle: number) => Walk
  readonly put: (walk: Walk, thing: number, receptacle: number) => Walk
  readonly treat: (walk: Walk, treatment: Treatment, thing: number, receptacle: number) => Walk
  readonly use: (walk: Walk, thing: number, receptacle: number) => Walk
  /** Every way worth trying to get rid of the thing in hand. */
  readonly drops: (walk: Walk) => readonly Walk[]
}

export function deedsIn(state: HouseholdState, dialect: Dialect): Deeds {
  const world = compiled(state.task)
  const longer = (walk: Walk, command: () => string): Walk => ({
    ...walk,
    cost: walk.cost + 1,
    next: walk.next ?? command(),
  })
  const name = (receptacle: number) => nth(world.receptacleNames, receptacle)
  const goTo = (walk: Walk, receptacle: number): Walk => {
    const place = nth(world.locationOf, receptacle)
    return walk.place === place ? walk : { ...longer(walk, () => `go to ${name(receptacle)}`), place }
  }
  const reach = (walk: Walk, receptacle: number): Walk => {
    const there = goTo(walk, receptacle)
    if (isAccessible(state, receptacle) || walk.opened.includes(receptacle)) return there
    return { ...longer(there, () => `open ${name(receptacle)}`), opened: [...there.opened, receptacle] }
  }
  const put = (walk: Walk, thing: number, receptacle: number): Walk =>
    longer(reach(walk, receptacle), () =>
      dialect === 'move'
        ? `move ${nth(world.names, thing)} to ${name(receptacle)}`
        : `put ${nth(world.names, thing)} in/on ${name(receptacle)}`,
    )

  return {
    goTo,
    reach,
    put,
    take: (walk, thing, receptacle) =>
      longer(reach(walk, receptacle), () => `take ${nth(world.names, thing)} from ${name(receptacle)}`),
    treat: (walk, treatment, thing, receptacle) =>
      longer(goTo(walk, receptacle), () => `${treatment} ${nth(world.names, thing)} with ${name(receptacle)}`),
    use: (walk, thing, receptacle) => longer(goTo(walk, receptacle), () => `use ${nth(world.names, thing)}`),
    drops: walk => {
      const fitting = world.openable.flatMap((_, r) =>
        world.fits[r * world.kinds.length + state.held] === 1 ? [r] : [],
      )
      const here = fitting.find(r => world.locationOf[r] === state.place && canPut(state, state.held, r))
      return (here === undefined ? fitting : [here]).map(r => put(walk, state.held, r))
    },
  }
}

/** The first of the shortest walks; `null` of none. */
export function shortest(walks: readonly Walk[]): Walk | null {
  return walks.reduce<Walk | null>((best, walk) => (best === null || walk.cost < best.cost ? walk : best), null)
}
