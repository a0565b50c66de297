/** Edits that ask for something else in the same room. */
import { lookUp } from '../../../src/math/look-up.ts'
import type { Random } from '../../../src/math/random.ts'
import { possibleGoals } from '../generation/generate.ts'
import { goalNames, type GoalName } from '../generation/goal-names.ts'
import { canContain, openableKinds } from '../tasks/tables.ts'
import type { Goal, HouseholdTask } from '../tasks/task.ts'

/** A changed task and the change in a sentence; the sentence of the task is not yet rewritten. */
export interface GoalChange {
  readonly task: HouseholdTask
  readonly reason: string
}

export const goalEdits: readonly string[] = [
  'longer-goal',
  'shorter-goal',
  'rarer-thing',
  'commoner-thing',
  'hidden-thing',
  'visible-thing',
  'more-places',
  'fewer-places',
  'closed-destination',
  'open-destination',
  'paper-goal',
]

/** Asks for another goal that differs from the task's in the way the name says; `null` if the room has none. */
export function editGoal(task: HouseholdTask, name: string, random: Random): GoalChange | null {
  const goals = candidates(task, name)
  if (goals.length === 0) return null
  const goal = random.pick(goals)
  return { task: { ...task, goal }, reason: `${said(task.goal)} became ${said(goal)}.` }
}

function candidates(task: HouseholdTask, name: string): readonly Goal[] {
  const { goal } = task
  const sort = nameOf(goal)
  const things = [...new Set(task.room.things.filter(({ pickupable }) => pickupable).map(({ kind }) => kind))]
  const asking = (names: readonly GoalName[]) =>
    names
      .flatMap(each => possibleGoals(each, things, task.room.receptacles))
      .filter(other => copiesOf(task, other.thing) >= (other.kind === goalNames.two ? 2 : 1))
  const samePair = (other: Goal) => other.thing === goal.thing && other.place === goal.place
  const otherThings = asking([sort]).filter(other => other.thing !== goal.thing && other.place === goal.place)
  const otherPlaces = asking([sort]).filter(other => other.thing === goal.thing && other.place !== goal.place)
  const byNumber = (value: (other: Goal) => number, way: 1 | -1) =>
    otherThings.filter(other => way * (value(other) - value(goal)) > 0)

  switch (name) {
    case 'longer-goal':
      return asking(longer[sort]).filter(samePair)
    case 'shorter-goal':
      return asking(shorter[sort]).filter(samePair)
    case 'rarer-thing':
      return byNumber(other => copiesOf(task, other.thing), -1)
    case 'commoner-thing':
      return byNumber(other => copiesOf(task, other.thing), 1)
    case 'hidden-thing':
      return byNumber(other => visibleCopies(task, other.thing), -1)
    case 'visible-thing':
      return byNumber(other => visibleCopies(task, other.thing), 1)
    case 'more-places':
      return byNumber(other => placesOf(task, other.thing), 1)
    case 'fewer-places':
      return byNumber(other => placesOf(task, other.thing), -1)
    case 'closed-destination':
      return openableKinds.includes(goal.place) ? [] : otherPlaces.filter(({ place }) => openableKinds.includes(place))
    case 'open-destination':
      return openableKinds.includes(goal.place) ? otherPlaces.filter(({ place }) => !openableKinds.includes(place)) : []
    case 'paper-goal':
      return asking([sort]).filter(other => !samePair(other))
    default:
      throw new RangeError(`no edit of the goal is named ${name}`)
  }
}

/** What takes more commands, and what takes fewer, with the same thing and place. */
const longer: Readonly<Record<GoalName, readonly GoalName[]>> = {
  place: ['clean', 'heat', 'cool'],
  clean: ['two'],
  heat: ['two'],
  cool: ['two'],
  two: [],
  light: [],
}
const shorter: Readonly<Record<GoalName, readonly GoalName[]>> = {
  place: [],
  clean: ['place'],
  heat: ['place'],
  cool: ['place'],
  two: ['place'],
  light: [],
}

/** How many of a kind can be taken in the room. */
const copiesOf = (task: HouseholdTask, kind: string): number => thingsOf(task, kind).length

/** How many lie in receptacles that never close. */
function visibleCopies(task: HouseholdTask, kind: string): number {
  const closed = new Set(task.room.receptacles.filter(({ openable }) => openable).map(({ id }) => id))
  return thingsOf(task, kind).filter(({ receptacles }) => receptacles.some(id => !closed.has(id))).length
}

/** How many receptacles a search for a kind would have to look into. */
const placesOf = (task: HouseholdTask, thing: string): number =>
  task.room.receptacles.filter(({ kind }) => canContain[kind]?.includes(thing) ?? false).length

const thingsOf = (task: HouseholdTask, kind: string) =>
  task.room.things.filter(thing => thing.kind === kind && thing.pickupable && thing.receptacles.length > 0)

const names: readonly GoalName[] = ['place', 'light', 'clean', 'heat', 'cool', 'two']
const namesByKind = new Map(names.map(name => [goalNames[name], name]))
const nameOf = (goal: Goal): GoalName => lookUp(namesByKind, goal.kind)

const said = (goal: Goal): string => `${nameOf(goal)} ${goal.thing.toLowerCase()} ${goal.place.toLowerCase()}`
