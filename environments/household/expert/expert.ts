/** The planner with only the player's knowledge: its next command, and whether a step was good. */
import type { StepLabel } from '../../../src/contracts/worlds/environment.ts'
import { compiled, type CompiledTask } from '../play/compile.ts'
import { isNearer, plan, type ExpertPlan } from './plan.ts'
import { isAccessible, type HouseholdState } from '../play/state.ts'
import { play, type Dialect } from '../play/step.ts'
import { canContain, lampPlaces } from '../tasks/tables.ts'
import { nothingHappens } from '../play/text.ts'
import { nth } from '../../../src/math/nth.ts'

/** Every reason a label gives. */
export const householdReasons = {
  found: 'finds the target',
  nearer: 'brings the goal nearer',
  looks: 'looks somewhere new',
  nothing: 'nothing happens',
  known: 'already seen',
  elsewhere: 'target was seen elsewhere',
  away: 'leads away',
  idle: 'changes nothing',
} as const

/**
 * The next command: towards the goal with what has been seen; if no known thing is still wanted, into the next place
 * that could hold it, opened and unopened, the nearest to hand first. `null` when none is left.
 */
export function expertCommand(state: HouseholdState, dialect: Dialect): string | null {
  const known = plan(state, dialect, o => state.seenThings[o] === true)
  return known.next ?? (known.missing > 0 ? searchCommand(state) : null)
}

/**
 * Whether a command was a good step. It is, if the goal comes nearer, in truth or by the player's knowledge; or, while
 * no known thing is still wanted, if it looks into something unseen that could hold it, or goes to such a thing that is
 * closed without leaving another behind unopened.
 */
export function labelStep(state: HouseholdState, command: string, dialect: Dialect): StepLabel {
  const { state: after, said } = play(state, command, dialect)
  if (said === nothingHappens) return { good: false, reason: householdReasons.nothing }
  const knew = (o: number) => state.seenThings[o] === true
  const before = plan(state, dialect, knew)
  const truth = plan(state, dialect, () => true)
  const truthAfter = plan(after, dialect, () => true)
  const searching = isSearching(before)

  if (
    searching &&
    isNearer(
      plan(after, dialect, o => after.seenThings[o] === true),
      before,
    )
  )
    return { good: true, reason: householdReasons.found }
  if (isNearer(truthAfter, truth) || isNearer(plan(after, dialect, knew), before))
    return { good: true, reason: householdReasons.nearer }
  if (searching && looksAnew(state, after)) return { good: true, reason: householdReasons.looks }
  return { good: false, reason: fault(state, after, searching, isNearer(truth, truthAfter)) }
}

/** Nothing can be done with the known things, and something is wanted. */
const isSearching = ({ missing, cost }: ExpertPlan): boolean => missing > 0 && cost === 0

/** Whether a step looked into a place that could hold a wanted thing, or went to a closed one of that sort. */
function looksAnew(state: HouseholdState, after: HouseholdState): boolean {
  const world = compiled(state.task)
  const candidates = searchable(state)
  if (candidates.some(r => after.seenReceptacles[r] === true)) return true
  return (
    after.place !== state.place &&
    candidates.some(r => world.locationOf[r] === after.place) &&
    !candidates.some(r => world.locationOf[r] === state.place)
  )
}

/** Receptacles not looked into that could hold a wanted thing; all such receptacles once none could. */
function searchable(state: HouseholdState): readonly number[] {
  const world = compiled(state.task)
  const unseen = [...world.openable.keys()].filter(r => state.seenReceptacles[r] === false)
  const likely = unseen.filter(r => wantedKinds(state, world).some(kind => couldHold(world, r, kind)))
  return likely.length > 0 ? likely : unseen
}

/** The kinds of things that are wanted and not known of. */
function wantedKinds(state: HouseholdState, { goal, goalThings, goalLamps }: CompiledTask): readonly string[] {
  if (goal.kind !== 'look_at_obj_in_light') return [goal.thing]
  const isKnown = (o: number) => o === state.held || state.seenThings[o] === true
  return [...(goalThings.some(isKnown) ? [] : [goal.thing]), ...(goalLamps.some(isKnown) ? [] : [goal.place])]
}

/** A thing that only has to be put somewhere cannot be there already. */
function couldHold(world: CompiledTask, receptacle: number, kind: string): boolean {
  const place = nth(world.receptacleKinds, receptacle)
  if (world.goal.kind === 'pick_and_place_simple' && place === world.goal.place) return false
  return (kind === 'DeskLamp' ? lampPlaces : (canContain[place] ?? [])).includes(kind === 'DeskLamp' ? place : kind)
}

/** Looks into things at hand, then goes where looking is one command, then where it is two. */
function searchCommand(state: HouseholdState): string | null {
  const world = compiled(state.task)
  const candidates = searchable(state)
  const here = candidates.find(r => world.locationOf[r] === state.place)
  if (here !== undefined) return `${isAccessible(state, here) ? 'examine' : 'open'} ${nth(world.receptacleNames, here)}`
  const next = candidates.find(r => isAccessible(state, r)) ?? candidates[0]
  return next === undefined ? null : `go to ${nth(world.receptacleNames, next)}`
}

/** In the words of the label, the mistake in a step. */
function fault(state: HouseholdState, after: HouseholdState, searching: boolean, further: boolean): string {
  const { locationOf } = compiled(state.task)
  const isNew = locationOf.some((place, r) => place === after.place && state.seenReceptacles[r] === false)
  const moved = after.place !== state.place || after.seenReceptacles !== state.seenReceptacles
  if (moved && isNew && !searching) return householdReasons.elsewhere
  if (moved && !isNew && searching) return householdReasons.known
  return further || moved ? householdReasons.away : householdReasons.idle
}
