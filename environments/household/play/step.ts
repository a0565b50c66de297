/** One command: its conditions, effects and reply. */
import { compiled } from './compile.ts'
import { contentsOf, isAccessible, marks, marksOf, receptaclesHere, replaced, type HouseholdState } from './state.ts'
import { helpText, inventoryText, lookText, nothingHappens, receptacleText, thingText } from './text.ts'
import { nth } from '../../../src/math/nth.ts'

/** Says how to put a thing down: `move X to Y` or the older `put X in/on Y`. */
export type Dialect = 'move' | 'put'

/** A state and the texts on the way to it. */
interface CommandResult {
  readonly state: HouseholdState
  readonly said: string
}

/** Plays one command; one not understood or not possible changes nothing. Space around it does not count. */
export function play(state: HouseholdState, text: string, dialect: Dialect): CommandResult {
  const command = text.trim()
  const space = command.indexOf(' ')
  const verb = space < 0 ? command : command.slice(0, space)
  const rest = space < 0 ? '' : command.slice(space + 1)
  const world = compiled(state.task)
  const refused: CommandResult = { state, said: nothingHappens }

  /** The receptacle of this name, if the player stands at it. */
  const here = (name: string): number => {
    const receptacle = world.receptacleByName.get(name)
    return receptacle !== undefined && world.locationOf[receptacle] === state.place ? receptacle : -1
  }
  /** The thing in hand, if it is of this name. */
  const inHand = (name: string): number => (state.held >= 0 && world.names[state.held] === name ? state.held : -1)
  /** Splits `X from Y`. */
  const pair = (preposition: string): readonly [string, string] => {
    const at = rest.indexOf(preposition)
    return at < 0 ? ['', ''] : [rest.slice(0, at), rest.slice(at + preposition.length)]
  }

  switch (verb) {
    case 'go': {
      const receptacle = rest.startsWith('to ') ? (world.receptacleByName.get(rest.slice(3)) ?? -1) : -1
      if (receptacle < 0 || world.locationOf[receptacle] === state.place) return refused
      const arrived = { ...state, place: nth(world.locationOf, receptacle) }
      return looked(arrived, receptacle, `You arrive at ${nth(world.receptacleNames, receptacle)}. `)
    }
    case 'open': {
      const receptacle = here(rest)
      if (receptacle < 0 || isAccessible(state, receptacle)) return refused
      const opened = { ...state, opened: replaced(state.opened, receptacle, true) }
      return looked(opened, receptacle, `You open the ${rest}. `)
    }
    case 'close': {
      const receptacle = here(rest)
      if (receptacle < 0 || state.opened[receptacle] !== true) return refused
      return { state: { ...state, opened: replaced(state.opened, receptacle, false) }, said: `You close the ${rest}.` }
    }
    case 'take': {
      const [name, from] = pair(' from ')
      const receptacle = here(from)
      const thing = world.thingByName.get(name) ?? -1
      if (thing < 0 || receptacle < 0 || !canTake(state, thing, receptacle)) return refused
      return { state: take(state, thing, receptacle), said: `You pick up the ${name} from the ${from}.` }
    }
    case 'move':
    case 'put': {
      if (verb !== dialect) return refused
      const [name, to] = pair(verb === 'move' ? ' to ' : ' in/on ')
      const receptacle = here(to)
      const thing = inHand(name)
      if (thing < 0 || receptacle < 0 || !canPut(state, thing, receptacle)) return refused
      const said = verb === 'move' ? `You move the ${name} to the ${to}.` : `You put the ${name} in/on the ${to}.`
      return { state: put(state, thing, receptacle), said }
    }
    case 'clean':
    case 'heat':
    case 'cool': {
      const [name, appliance] = pair(' with ')
      const thing = inHand(name)
      const receptacle = here(appliance)
      if (thing < 0 || receptacle < 0 || !canTreat(state, verb, receptacle)) return refused
      return { state: treated(state, thing, verb), said: `You ${verb} the ${name} using the ${appliance}.` }
    }
    case 'use': {
      const thing = world.thingByName.get(rest) ?? -1
      if (thing < 0 || !canUse(state, thing)) return refused
      const bits = (marksOf(state, thing) | marks.toggled) ^ marks.on
      return { state: { ...state, marks: replaced(state.marks, thing, bits) }, said: `You turn on the ${rest}.` }
    }
    case 'slice': {
      const [name, knife] = pair(' with ')
      const thing = world.thingByName.get(name) ?? -1
      if (thing < 0 || inHand(knife) < 0 || !canSlice(state, thing)) return refused
      const bits = marksOf(state, thing) | marks.sliced
      return {
        state: { ...state, marks: replaced(state.marks, thing, bits) },
        said: `You sliced the ${name} with the ${knife}.`,
      }
    }
    case 'examine': {
      const receptacle = here(rest)
      if (receptacle >= 0) return looked(state, receptacle, '')
      const thing = inHand(rest)
      return thing < 0 ? refused : { state, said: thingText(state, thing) }
    }
    case 'look':
      return rest === '' ? { state, said: lookText(state) } : refused
    case 'inventory':
      return rest === '' ? { state, said: inventoryText(state) } : refused
    case 'help':
      return rest === '' ? { state, said: helpText(dialect) } : refused
    default:
      return refused
  }
}

/** The appliance that does each treatment. */
const appliances = { clean: 'SinkBasin', heat: 'Microwave', cool: 'Fridge' } as const
const treatable = { clean: 'cleanable', heat: 'heatable', cool: 'coolable' } as const
export type Treatment = keyof typeof appliances

/** Whether the thing in hand can be treated with a receptacle the player stands at. */
export const canTreat = (state: HouseholdState, treatment: Treatment, receptacle: number): boolean =>
  state.held >= 0 && canTreatKind(state, state.held, treatment, receptacle)

/** Whether a receptacle is the appliance for a treatment, and the thing can bear it. */
export function canTreatKind(state: HouseholdState, thing: number, treatment: Treatment, receptacle: number): boolean {
  const world = compiled(state.task)
  return (
    world.receptacleKinds[receptacle] === appliances[treatment] && nth(world.affordances, thing)[treatable[treatment]]
  )
}

/** Whether a thing can be taken from a receptacle the player stands at. */
export function canTake(state: HouseholdState, thing: number, receptacle: number): boolean {
  return (
    state.held < 0 &&
    compiled(state.task).pickupable[thing] === true &&
    isAccessible(state, receptacle) &&
    contentsOf(state, receptacle).includes(thing)
  )
}

/** Whether the thing in hand can be put into a receptacle the player stands at. */
export function canPut(state: HouseholdState, thing: number, receptacle: number): boolean {
  const { fits, kinds } = compiled(state.task)
  return isAccessible(state, receptacle) && fits[receptacle * kinds.length + thing] === 1
}

/** Whether a thing can be switched on from here; in a closed receptacle too. */
export function canUse(state: HouseholdState, thing: number): boolean {
  const world = compiled(state.task)
  return (
    nth(world.affordances, thing).toggleable && receptaclesHere(state).some(r => contentsOf(state, r).includes(thing))
  )
}

/** Whether a thing can be sliced with the one in hand. */
export function canSlice(state: HouseholdState, thing: number): boolean {
  const { affordances } = compiled(state.task)
  return (
    state.held >= 0 &&
    nth(affordances, state.held).knife &&
    nth(affordances, thing).sliceable &&
    nth(state.locations, thing).includes(state.place)
  )
}

function take(state: HouseholdState, thing: number, receptacle: number): HouseholdState {
  const pair = thing * state.opened.length + receptacle
  return {
    ...state,
    held: thing,
    contents: replaced(state.contents, receptacle, without(contentsOf(state, receptacle), thing)),
    locations: replaced(state.locations, thing, without(nth(state.locations, thing), state.place)),
    taken: state.taken.includes(pair) ? state.taken : [...state.taken, pair],
  }
}

function put(state: HouseholdState, thing: number, receptacle: number): HouseholdState {
  const contents = [...without(contentsOf(state, receptacle), thing), thing].sort((a, b) => a - b)
  return {
    ...state,
    held: -1,
    contents: replaced(state.contents, receptacle, contents),
    locations: replaced(state.locations, thing, [...without(nth(state.locations, thing), state.place), state.place]),
    taken: without(state.taken, thing * state.opened.length + receptacle),
  }
}

function treated(state: HouseholdState, thing: number, treatment: Treatment): HouseholdState {
  const before = marksOf(state, thing)
  const after =
    treatment === 'clean'
      ? before | marks.clean
      : treatment === 'heat'
        ? (before | marks.hot) & ~marks.cool
        : (before | marks.cool) & ~marks.hot
  return { ...state, marks: replaced(state.marks, thing, after) }
}

/** Contents seen at a receptacle are remembered. */
function looked(state: HouseholdState, receptacle: number, before: string): CommandResult {
  const said = before + receptacleText(state, receptacle)
  if (!isAccessible(state, receptacle)) return { state, said }
  const news = contentsOf(state, receptacle).filter(o => state.seenThings[o] === false)
  if (news.length === 0 && state.seenReceptacles[receptacle] === true) return { state, said }
  const seenThings = news.length === 0 ? state.seenThings : state.seenThings.map((seen, o) => seen || news.includes(o))
  return { state: { ...state, seenThings, seenReceptacles: replaced(state.seenReceptacles, receptacle, true) }, said }
}

const without = (list: readonly number[], item: number): readonly number[] => list.filter(other => other !== item)
