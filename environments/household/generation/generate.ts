/** Fresh tasks: a room, things in it, and a goal that the expert reaches in time. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey, type Random } from '../../../src/math/random.ts'
import { expertCommand } from '../expert/expert.ts'
import { placeThings, type Wanted } from '../tasks/furnish.ts'
import { goalSentence, isWon } from '../play/goal.ts'
import { drawLayout, middle, roomKinds, signature } from '../tasks/layout.ts'
import { goalNames, type GoalName } from './goal-names.ts'
import type { HouseholdSettings } from './options.ts'
import { initialState } from '../play/state.ts'
import { play, type Dialect } from '../play/step.ts'
import { affordances, canContain, usualObjects, type RoomKind } from '../tasks/tables.ts'
import type { Goal, HouseholdTask, Receptacle } from '../tasks/task.ts'

/** Layouts of each kind of room that training sees. */
const trainLayouts = { small: 200, full: 40 } as const

/** Layouts drawn until one is of the split: of the smallest kitchens none is kept for `unseen`. */
const layoutDraws = 100

/** One in so many layouts is kept for `unseen`, and one in so many placements for `seen`. */
const keptLayouts = 4
const keptPlacements = 8

/**
 * A task of a split. Unseen rooms differ in their furniture from every room of the other two splits; tasks of `seen`
 * are in rooms of `train`, with other placements or goals than any of its tasks.
 * @throws {RangeError} if a thousand draws give no task that the expert solves within the step limit.
 */
export function generateHouseholdTask(settings: HouseholdSettings, split: Split, random: Random): HouseholdTask {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const task = drawTask(settings, split, random)
    if (task !== null && splitOf(task, split) && isSolvable(task, settings.dialect)) return task
  }
  throw new RangeError(`no solvable household task of ${split} in 1000 draws with ${JSON.stringify(settings)}`)
}

/** Whether the expert reaches the goal, not reached at the start, within the step limit. */
export function isSolvable(task: HouseholdTask, dialect: Dialect): boolean {
  let state = initialState(task)
  if (isWon(state)) return false
  for (let step = 0; step < task.stepLimit; step += 1) {
    const command = expertCommand(state, dialect)
    if (command === null) return false
    state = play(state, command, dialect).state
    if (isWon(state)) return true
  }
  return false
}

function drawTask(settings: HouseholdSettings, split: Split, random: Random): HouseholdTask | null {
  const name = random.pick(settings.goals)
  const room = random.pick(roomKinds.filter(kind => canAsk(name, kind)))
  const receptacles = layoutOf(settings, room, split, random)
  const goal = receptacles === null ? null : drawGoal(name, room, receptacles, random)
  if (receptacles === null || goal === null) return null
  const wanted: Wanted = { goal, room, full: settings.receptacles === 'full' }
  return {
    room: { receptacles, things: placeThings(receptacles, wanted, random), start: middle },
    goal,
    sentence: goalSentence(goal, random.integer(2) === 0 ? 0 : 1),
    stepLimit: settings.steps,
  }
}

/** Whether a kind of room has all that a kind of goal needs. */
function canAsk(name: GoalName, room: RoomKind): boolean {
  if (name === 'heat' || name === 'cool') return room === 'kitchen'
  if (name === 'clean') return room === 'kitchen' || room === 'bathroom'
  if (name === 'light') return room === 'bedroom' || room === 'livingroom'
  return true
}

/** A layout of the split, `null` if there is none; its number in the pool is the only thing drawn, so that rooms come back. */
function layoutOf(
  settings: HouseholdSettings,
  room: RoomKind,
  split: Split,
  random: Random,
): readonly Receptacle[] | null {
  const full = settings.receptacles === 'full'
  const pool = split === 'unseen' ? 'unseen' : 'train'
  const number = random.integer(split === 'unseen' ? 10_000 : trainLayouts[full ? 'full' : 'small'])
  const draws = randomFrom(derive(rootKey(0), 'household layout', pool, room, number))
  for (let draw = 0; draw < layoutDraws; draw += 1) {
    const layout = drawLayout(room, settings.receptacles, draws)
    if (isKept(signature(layout), keptLayouts) === (split === 'unseen')) return layout
  }
  return null
}

/** Seen tasks are those whose placements hash into their share; layouts are already of the split. */
const splitOf = (task: HouseholdTask, split: Split): boolean =>
  split === 'unseen' || isKept(JSON.stringify([task.room, task.goal]), keptPlacements) === (split === 'seen')

/** Whether an edit from one room to another stays on its side: rooms kept for `unseen` must not come into training. */
export const isSameSide = (before: readonly Receptacle[], after: readonly Receptacle[]): boolean =>
  isKept(signature(before), keptLayouts) === isKept(signature(after), keptLayouts)

/** Whether a text falls into one of so many equal shares: a pure function of the text. */
function isKept(text: string, shares: number): boolean {
  const draws = randomFrom(derive(rootKey(0), text))
  return draws.integer(shares) === 0
}

/** A thing usual in the room and a place for it; `null` if the room has none that fit. */
function drawGoal(name: GoalName, room: RoomKind, receptacles: readonly Receptacle[], random: Random): Goal | null {
  const goals = possibleGoals(name, usualObjects[room], receptacles)
  return goals.length === 0 ? null : random.pick(goals)
}

/** Every goal of a sort that can be asked for with these things among these receptacles. */
export function possibleGoals(
  name: GoalName,
  things: readonly string[],
  receptacles: readonly Receptacle[],
): readonly Goal[] {
  const kind = goalNames[name]
  const kinds = [...new Set(receptacles.map(receptacle => receptacle.kind))]
  const can = (place: string, thing: string) => canContain[place]?.includes(thing) ?? false
  if (name === 'light') return things.map(thing => ({ kind, thing, place: 'DeskLamp' }))
  const able = name === 'place' || name === 'two' ? things : things.filter(thing => treatable[name].includes(thing))
  return kinds.flatMap(place =>
    able
      .filter(thing => can(place, thing) && kinds.some(other => other !== place && can(other, thing)))
      .map(thing => ({ kind, thing, place })),
  )
}

const treatable: Readonly<Record<'clean' | 'heat' | 'cool', readonly string[]>> = {
  clean: affordances.cleanable,
  heat: affordances.heatable,
  cool: affordances.coolable,
}
