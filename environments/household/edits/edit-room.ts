/** Edits that ask for the same in a changed room. */
import type { Random } from '../../../src/math/random.ts'
import type { GoalChange } from './edit-goal.ts'
import { thingIn } from '../tasks/furnish.ts'
import { isSameSide } from '../generation/generate.ts'
import { maxNamedReceptacles, maxThings } from '../expert/language.ts'
import { receptacleId } from '../tasks/layout.ts'
import { canContain, openableKinds, usualObjects } from '../tasks/tables.ts'
import type { HouseholdTask, Receptacle, Thing } from '../tasks/task.ts'

export const roomEdits: readonly string[] = [
  'hide-target',
  'show-target',
  'add-copy',
  'remove-copy',
  'add-receptacle',
  'remove-receptacle',
  'add-distractor',
  'remove-distractor',
]

/** Rooms are not made smaller than this. */
const fewestReceptacles = 4

/** Kinds of receptacles that can be brought into any room. */
const addable = ['Cabinet', 'CounterTop', 'DiningTable', 'Drawer', 'GarbageCan', 'Shelf', 'SideTable']

/** Changes the room in the way the name says; `null` if that is not possible here. */
export function editRoom(task: HouseholdTask, name: string, random: Random): GoalChange | null {
  switch (name) {
    case 'hide-target':
      return moveTargets(task, random, true)
    case 'show-target':
      return moveTargets(task, random, false)
    case 'add-copy':
      return addThing(task, [task.goal.thing], awayFromGoal(task), random)
    case 'add-distractor':
      return addThing(task, otherKinds(task), task.room.receptacles, random)
    case 'remove-copy':
      return targets(task).length <= copiesNeeded(task) ? null : removeThing(task, random.pick(targets(task)))
    case 'remove-distractor': {
      const others = task.room.things.filter(thing => isDistractor(task, thing))
      return others.length === 0 ? null : removeThing(task, random.pick(others))
    }
    case 'add-receptacle':
      return addReceptacle(task, random)
    case 'remove-receptacle':
      return removeReceptacle(task, random)
    default:
      throw new RangeError(`no edit of the room is named ${name}`)
  }
}

/** Moves every target in sight behind a door, or one from behind a door into sight. */
function moveTargets(task: HouseholdTask, random: Random, hide: boolean): GoalChange | null {
  const goals = awayFromGoal(task).filter(r => r.openable === hide && holds(r, task.goal.thing))
  const receptacles = new Map(task.room.receptacles.map(receptacle => [receptacle.id, receptacle]))
  const movable = targets(task).filter(({ receptacles: ids }) =>
    ids.some(id => receptacles.get(id)?.openable === !hide),
  )
  if (goals.length === 0 || movable.length === 0) return null
  const moving = new Set(hide ? movable : [random.pick(movable)])
  const things = task.room.things.map(thing => {
    if (!moving.has(thing)) return thing
    const to = random.pick(goals)
    return { ...thing, receptacles: [to.id], inside: [], location: to.location }
  })
  const what = task.goal.thing.toLowerCase()
  const reason = hide ? `Every ${what} in sight went behind a door.` : `One ${what} came from behind a door into sight.`
  return withThings(task, things, reason)
}

function addThing(
  task: HouseholdTask,
  kinds: readonly string[],
  receptacles: readonly Receptacle[],
  random: Random,
): GoalChange | null {
  const possible = kinds
    .filter(kind => task.room.things.filter(thing => thing.kind === kind).length < maxThings)
    .flatMap(kind => receptacles.filter(r => holds(r, kind)).map(r => [kind, r] as const))
  if (possible.length === 0) return null
  const [kind, receptacle] = random.pick(possible)
  const thing = thingIn(
    kind,
    freeNumber(task, number => thingIn(kind, number, receptacle).id),
    receptacle,
  )
  return withThings(task, [...task.room.things, thing], `One more ${kind.toLowerCase()} lies in the room.`)
}

const removeThing = (task: HouseholdTask, thing: Thing): GoalChange =>
  withThings(task, without(task.room.things, thing), `One ${thing.kind.toLowerCase()} less lies in the room.`)

/** One more place to search: of a kind that could hold a wanted thing and is not where it belongs. */
function addReceptacle(task: HouseholdTask, random: Random): GoalChange | null {
  const { receptacles } = task.room
  const added = addable
    .filter(kind => kind !== task.goal.place && (canContain[kind]?.includes(task.goal.thing) ?? false))
    .filter(kind => receptacles.filter(receptacle => receptacle.kind === kind).length < maxNamedReceptacles(kind))
    .map(kind => newReceptacle(task, kind))
    .filter(receptacle => isSameSide(receptacles, sorted([...receptacles, receptacle])))
  if (added.length === 0) return null
  const receptacle = random.pick(added)
  return {
    task: { ...task, room: { ...task.room, receptacles: sorted([...receptacles, receptacle]) } },
    reason: `One more ${receptacle.kind.toLowerCase()} stands in the room.`,
  }
}

function newReceptacle(task: HouseholdTask, kind: string): Receptacle {
  const id = receptacleId(
    kind,
    freeNumber(task, number => receptacleId(kind, number)),
  )
  return { id, kind, location: `loc_bar_${id}`, openable: openableKinds.includes(kind) }
}

/** One place less to search, with its contents: nothing wanted, and nothing needed to reach the goal. */
function removeReceptacle(task: HouseholdTask, random: Random): GoalChange | null {
  const { receptacles, things } = task.room
  if (receptacles.length <= fewestReceptacles) return null
  const kept = new Set(things.filter(thing => !isDistractor(task, thing)).flatMap(thing => thing.receptacles))
  const removable = receptacles.filter(
    r =>
      !kept.has(r.id) &&
      r.kind !== task.goal.place &&
      !['SinkBasin', 'Microwave', 'Fridge'].includes(r.kind) &&
      isSameSide(
        receptacles,
        receptacles.filter(other => other !== r),
      ),
  )
  if (removable.length === 0) return null
  const gone = random.pick(removable)
  const lost = things.filter(thing => thing.receptacles.includes(gone.id))
  const room = {
    ...task.room,
    receptacles: receptacles.filter(other => other !== gone),
    things: lost.reduce(without, things),
  }
  return { task: { ...task, room }, reason: `One ${gone.kind.toLowerCase()} less stands in the room.` }
}

/** Things of the kind wanted that can be taken. */
const targets = (task: HouseholdTask): readonly Thing[] =>
  task.room.things.filter(thing => thing.kind === task.goal.thing && thing.pickupable && thing.receptacles.length > 0)

const copiesNeeded = ({ goal }: HouseholdTask): number => (goal.kind === 'pick_two_obj_and_place' ? 2 : 1)

const isDistractor = ({ goal }: HouseholdTask, thing: Thing): boolean =>
  thing.kind !== goal.thing && thing.kind !== goal.place && thing.receptacles.length > 0

const awayFromGoal = ({ room, goal }: HouseholdTask): readonly Receptacle[] =>
  room.receptacles.filter(({ kind }) => kind !== goal.place)

const holds = ({ kind }: Receptacle, thing: string): boolean => canContain[kind]?.includes(thing) ?? false

/** Kinds usual in the sort of room that this one looks most like, without the one wanted. */
function otherKinds({ room, goal }: HouseholdTask): readonly string[] {
  const kinds = new Set(room.things.map(({ kind }) => kind))
  const alike = Object.values(usualObjects).map(usual => ({
    usual,
    shared: usual.filter(kind => kinds.has(kind)).length,
  }))
  const [nearest] = alike.sort((a, b) => b.shared - a.shared)
  return (nearest?.usual ?? []).filter(kind => kind !== goal.thing)
}

/** The least number whose id nothing in the room has. */
function freeNumber({ room }: HouseholdTask, idOf: (number: number) => string): number {
  const taken = new Set([...room.receptacles, ...room.things].map(({ id }) => id))
  for (let number = 1; ; number += 1) if (!taken.has(idOf(number))) return number
}

/** Things without one; its contents are next to it no more than before. */
const without = (things: readonly Thing[], gone: Thing): readonly Thing[] =>
  things
    .filter(thing => thing.id !== gone.id)
    .map(thing =>
      thing.inside.includes(gone.id) ? { ...thing, inside: thing.inside.filter(id => id !== gone.id) } : thing,
    )

const withThings = (task: HouseholdTask, things: readonly Thing[], reason: string): GoalChange => ({
  task: { ...task, room: { ...task.room, things } },
  reason,
})

const sorted = (receptacles: readonly Receptacle[]): readonly Receptacle[] =>
  [...receptacles].sort((a, b) => (a.id < b.id ? -1 : 1))
