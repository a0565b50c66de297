/** The world's texts, word for word as the original. */
import { compiled } from './compile.ts'
import { lastOf } from '../../../src/math/last-of.ts'
import { contentsOf, isAccessible, marks, marksOf, receptaclesHere, type HouseholdState } from './state.ts'
import { nth } from '../../../src/math/nth.ts'

export const nothingHappens = 'Nothing happens.'

const welcome = '-= Welcome to TextWorld, ALFRED! =-'
const middleOfRoom = 'You are in the middle of a room. Looking quickly around you, you see'

/** The first thing a player reads: the room and the task. */
export function openingText(state: HouseholdState): string {
  const world = compiled(state.task)
  const room =
    receptaclesHere(state).length > 0 ? lookText(state) : `${middleOfRoom} ${listing(world.receptacleNames)}.`
  return `${welcome}\n\n${room}\n\nYour task is to: ${state.task.sentence}.`
}

/** The answer to `look`. Away from all receptacles it never lists the room again. */
export function lookText(state: HouseholdState): string {
  const world = compiled(state.task)
  const facing = receptaclesHere(state)
  if (facing.length === 0) return `${middleOfRoom} nothing.`
  const lying = floor(state, facing).map(o => nth(world.names, o))
  return `You are facing the ${joined(facing.map(r => nth(world.receptacleNames, r)))}. Next to it, you see ${listing(lying)}.`
}

/** The visible contents of a receptacle. */
export function receptacleText(state: HouseholdState, receptacle: number): string {
  const world = compiled(state.task)
  const name = nth(world.receptacleNames, receptacle)
  if (!isAccessible(state, receptacle)) return `The ${name} is closed.`
  const contents = listing(contentsOf(state, receptacle).map(o => nth(world.names, o)))
  return world.openable[receptacle] === true
    ? `The ${name} is open. In it, you see ${contents}.`
    : `On the ${name}, you see ${contents}.`
}

/** Special properties of a thing in hand. */
export function thingText(state: HouseholdState, thing: number): string {
  const world = compiled(state.task)
  const name = nth(world.names, thing)
  const { vessel, toggleable, sliceable } = nth(world.affordances, thing)
  if (vessel)
    return `This is a normal ${name}. In it, you see ${listing(nth(world.insides, thing).map(o => nth(world.names, o)))}.`
  const has = (bit: number) => (marksOf(state, thing) & bit) !== 0
  const sliced = has(marks.sliced)
  const warmth = has(marks.hot) ? 'hot' : has(marks.cool) ? 'cool' : ''
  const treated = [warmth, has(marks.clean) ? 'clean' : ''].filter(word => word !== '').join(' and ')
  if (treated !== '' && sliced) return `This is a ${treated} sliced ${name}.`
  if (treated !== '') return `This is a ${treated === 'cool' ? 'cold' : treated} ${name}.`
  if (toggleable) return `This ${name} is ${has(marks.toggled) ? 'on' : 'off'}.`
  if (sliceable && sliced) return `This is a sliced ${name}.`
  return `There's nothing special about ${name}.`
}

/** The answer to `inventory`. */
export function inventoryText(state: HouseholdState): string {
  if (state.held < 0) return 'You are not carrying anything.'
  return `You are carrying: a ${nth(compiled(state.task).names, state.held)}.`
}

/** Things at this location that were once taken from a receptacle here and not put back into it. */
function floor(state: HouseholdState, facing: readonly number[]): readonly number[] {
  if (state.taken.length === 0) return []
  const receptacles = state.opened.length
  const fallen = state.taken
    .filter(pair => facing.includes(pair % receptacles))
    .map(pair => Math.floor(pair / receptacles))
    .filter(o => nth(state.locations, o).includes(state.place))
  return [...new Set(fallen)].sort((a, b) => a - b)
}

/** `nothing`, `a X`, `a X, and a Y`, … */
const listing = (names: readonly string[]): string =>
  names.length === 0 ? 'nothing' : joined(names.map(name => `a ${name}`))

const joined = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')}, and ${lastOf(items)}`

/** The answer to `help`; its last line ends in a line break. */
export const helpText = (dialect: 'move' | 'put'): string => `Available commands:
  look:                             look around your current location
  inventory:                        check your current inventory
  go to (receptacle):               move to a receptacle
  open (receptacle):                open a receptacle
  close (receptacle):               close a receptacle
  take (object) from (receptacle):  take an object from a receptacle
${dialect === 'move' ? '  move (object) to (receptacle):  place an object in or on a receptacle' : '  put (object) in/on (receptacle):  place an object in or on a receptacle'}
  examine (something):              examine a receptacle or an object
  use (object):                     use an object
  heat (object) with (receptacle):  heat an object using a receptacle
  clean (object) with (receptacle): clean an object using a receptacle
  cool (object) with (receptacle):  cool an object using a receptacle
  slice (object) with (object):     slice an object using a sharp object
`
