/**
 * The least number of commands to the goal, given which things are known, and the first of them.
 * Costs are exact: a test holds them equal to a breadth-first search of the game.
 */
import { compiled } from '../play/compile.ts'
import { isWon, neededTreatment } from '../play/goal.ts'
import { carries, contentsOf, marks, type HouseholdState } from '../play/state.ts'
import { canTreatKind, type Dialect } from '../play/step.ts'
import { deedsIn, shortest, standing, type Deeds, type Walk } from './walk.ts'

export interface ExpertPlan {
  /** Things wanted that are not known of: 0, 1 or 2. */
  readonly missing: number
  /** Commands until all is done that is possible with the known things. */
  readonly cost: number
  /** The first of them; `null` without commands. */
  readonly next: string | null
}

/** A plan over the things for which `known` holds, by their numbers. */
export function plan(state: HouseholdState, dialect: Dialect, known: (thing: number) => boolean): ExpertPlan {
  if (isWon(state)) return { missing: 0, cost: 0, next: null }
  const world = compiled(state.task)
  const things = world.goalThings.filter(o => o === state.held || known(o))
  const deeds = deedsIn(state, dialect)
  switch (world.goal.kind) {
    case 'look_at_obj_in_light':
      return lightPlan(state, deeds, things, world.goalLamps.filter(known))
    case 'pick_two_obj_and_place':
      return twoPlan(state, deeds, things, known)
    default:
      return asPlan(
        shortest(things.flatMap(o => fetches(state, deeds, o).flatMap(walk => finishes(state, deeds, walk, o)))),
        1,
      )
  }
}

/** Whether `a` is further along than `b`. */
export const isNearer = (a: ExpertPlan, b: ExpertPlan): boolean =>
  a.missing < b.missing || (a.missing === b.missing && a.cost < b.cost)

/** A walk to the end, or `missing` things to find first. */
const asPlan = (walk: Walk | null, missing: number): ExpertPlan =>
  walk === null ? { missing, cost: 0, next: null } : { missing: 0, cost: walk.cost, next: walk.next }

/** Every way to have a thing in hand, after setting down the one in hand. */
function fetches(state: HouseholdState, deeds: Deeds, thing: number): readonly Walk[] {
  const start = standing(state)
  if (thing === state.held) return [start]
  const emptied = state.held < 0 ? [start] : deeds.drops(start)
  return emptied.flatMap(walk => takes(state, deeds, walk, thing))
}

/** Every way to then take a thing from where it lies. */
const takes = (state: HouseholdState, deeds: Deeds, walk: Walk, thing: number): readonly Walk[] =>
  state.contents.flatMap((contents, r) => (contents.includes(thing) ? [deeds.take(walk, thing, r)] : []))

/** Every way to treat the thing in hand as the goal wants, and to put it where it belongs. */
function finishes(state: HouseholdState, deeds: Deeds, walk: Walk, thing: number): readonly Walk[] {
  const world = compiled(state.task)
  const wanted = neededTreatment(world.goal.kind)
  const treated =
    wanted === null || carries(state, thing, wanted.mark)
      ? [walk]
      : world.openable.flatMap((_, r) =>
          canTreatKind(state, thing, wanted.treatment, r) ? [deeds.treat(walk, wanted.treatment, thing, r)] : [],
        )
  return treated.flatMap(ready => places(state, deeds, ready, thing, world.goalReceptacles))
}

/** Every way to put the thing in hand into one of the receptacles. */
function places(
  state: HouseholdState,
  deeds: Deeds,
  walk: Walk,
  thing: number,
  receptacles: readonly number[],
): readonly Walk[] {
  const { fits, kinds } = compiled(state.task)
  return receptacles.flatMap(r => (fits[r * kinds.length + thing] === 1 ? [deeds.put(walk, thing, r)] : []))
}

/** Two of a kind in one receptacle: for each receptacle, the number still missing. */
function twoPlan(
  state: HouseholdState,
  deeds: Deeds,
  things: readonly number[],
  known: (thing: number) => boolean,
): ExpertPlan {
  const world = compiled(state.task)
  const plans = world.goalReceptacles.map((target): ExpertPlan => {
    const inside = contentsOf(state, target).filter(o => world.kinds[o] === world.goal.thing && known(o))
    const outside = things.filter(o => !inside.includes(o))
    const first = outside.flatMap(o =>
      fetches(state, deeds, o).flatMap(walk => places(state, deeds, walk, o, [target]).map(placed => ({ o, placed }))),
    )
    const one = shortest(first.map(({ placed }) => placed))
    if (inside.length > 0) return asPlan(one, 1)
    const both = shortest(
      first.flatMap(({ o, placed }) =>
        outside
          .filter(other => other !== o && other !== state.held)
          .flatMap(other => takes(state, deeds, placed, other).map(walk => deeds.put(walk, other, target))),
      ),
    )
    if (both !== null || one === null) return asPlan(both, 2)
    return { missing: 1, cost: one.cost, next: one.next }
  })
  return plans.reduce((best, other) => (isNearer(other, best) ? other : best), asPlan(null, 2))
}

/** A thing in hand and a lamp that is on, at one location. */
function lightPlan(
  state: HouseholdState,
  deeds: Deeds,
  things: readonly number[],
  lamps: readonly number[],
): ExpertPlan {
  const held = things.flatMap(o => fetches(state, deeds, o))
  const lit = held.flatMap(walk =>
    lamps.flatMap(lamp =>
      state.contents.flatMap((contents, r) => {
        if (!contents.includes(lamp)) return []
        const there = deeds.goTo(walk, r)
        return [carries(state, lamp, marks.toggled) ? there : deeds.use(there, lamp, r)]
      }),
    ),
  )
  const best = shortest(held)
  if (lit.length > 0 || best === null) return asPlan(shortest(lit), lamps.length > 0 ? 1 : 2)
  return { missing: 1, cost: best.cost, next: best.next }
}
