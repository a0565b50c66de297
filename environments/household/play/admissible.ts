/** All commands the world would accept, sorted by bytes. */
import { compiled } from './compile.ts'
import { isAccessible, type HouseholdState } from './state.ts'
import { canPut, canSlice, canTake, canTreat, canUse, treatments, type Dialect } from './step.ts'

/** Verbs come in their own order, so that only the commands of one verb need sorting. */
export function admissibleCommands(state: HouseholdState, dialect: Dialect): readonly string[] {
  const world = compiled(state.task)
  const here = world.here[state.place]!
  const name = (receptacle: number) => world.receptacleNames[receptacle]!
  const held = state.held < 0 ? '' : world.names[state.held]!
  const contents = here.flatMap(r => state.contents[r]!.map(o => [o, r] as const))
  const [clean, heat, cool] = treatments.map(verb =>
    here.filter(r => canTreat(state, verb, r)).map(r => `${verb} ${held} with ${name(r)}`),
  )
  const sliceable = state.held >= 0 && world.affordances[state.held]!.knife ? [...world.names.keys()] : []
  const puts = state.held < 0 ? [] : here.filter(r => canPut(state, state.held, r))

  const byVerb = [
    clean!,
    here.filter(r => state.opened[r]!).map(r => `close ${name(r)}`),
    cool!,
    [...here.map(r => `examine ${name(r)}`), ...(held === '' ? [] : [`examine ${held}`])],
    heat!,
    dialect === 'move' ? puts.map(r => `move ${held} to ${name(r)}`) : [],
    here.filter(r => !isAccessible(state, r)).map(r => `open ${name(r)}`),
    dialect === 'put' ? puts.map(r => `put ${held} in/on ${name(r)}`) : [],
    sliceable.filter(o => canSlice(state, o)).map(o => `slice ${world.names[o]!} with ${held}`),
    contents.filter(([o, r]) => canTake(state, o, r)).map(([o, r]) => `take ${world.names[o]!} from ${name(r)}`),
    contents.filter(([o]) => canUse(state, o)).map(([o]) => `use ${world.names[o]!}`),
  ].map(commands => (commands.length < 2 ? commands : [...new Set(commands)].sort()))

  const [cleans, closes, cools, examines, heats, moves, opens, putOns, slices, takes, uses] = byVerb
  return [
    ...cleans!,
    ...closes!,
    ...cools!,
    ...examines!,
    ...world.departures[state.place]!,
    ...heats!,
    'help',
    'inventory',
    'look',
    ...moves!,
    ...opens!,
    ...putOns!,
    ...slices!,
    ...takes!,
    ...uses!,
  ]
}
