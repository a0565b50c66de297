/** All commands the world would accept, sorted by bytes. */
import { compiled } from './compile.ts'
import { contentsOf, isAccessible, receptaclesHere, type HouseholdState } from './state.ts'
import { canPut, canSlice, canTake, canTreat, canUse, type Dialect, type Treatment } from './step.ts'
import { nth } from '../../../src/math/nth.ts'

/** Verbs come in their own order, so that only the commands of one verb need sorting. */
export function admissibleCommands(state: HouseholdState, dialect: Dialect): readonly string[] {
  const world = compiled(state.task)
  const here = receptaclesHere(state)
  const name = (receptacle: number) => nth(world.receptacleNames, receptacle)
  const held = state.held < 0 ? '' : nth(world.names, state.held)
  const contents = here.flatMap(r => contentsOf(state, r).map(o => [o, r] as const))
  const treat = (verb: Treatment) =>
    here.filter(r => canTreat(state, verb, r)).map(r => `${verb} ${held} with ${name(r)}`)
  const sliceable = state.held >= 0 && nth(world.affordances, state.held).knife ? [...world.names.keys()] : []
  const puts = state.held < 0 ? [] : here.filter(r => canPut(state, state.held, r))

  return [
    ...sorted(treat('clean')),
    ...sorted(here.filter(r => state.opened[r] === true).map(r => `close ${name(r)}`)),
    ...sorted(treat('cool')),
    ...sorted([...here.map(r => `examine ${name(r)}`), ...(held === '' ? [] : [`examine ${held}`])]),
    ...nth(world.departures, state.place),
    ...sorted(treat('heat')),
    'help',
    'inventory',
    'look',
    ...sorted(dialect === 'move' ? puts.map(r => `move ${held} to ${name(r)}`) : []),
    ...sorted(here.filter(r => !isAccessible(state, r)).map(r => `open ${name(r)}`)),
    ...sorted(dialect === 'put' ? puts.map(r => `put ${held} in/on ${name(r)}`) : []),
    ...sorted(sliceable.filter(o => canSlice(state, o)).map(o => `slice ${nth(world.names, o)} with ${held}`)),
    ...sorted(
      contents.filter(([o, r]) => canTake(state, o, r)).map(([o, r]) => `take ${nth(world.names, o)} from ${name(r)}`),
    ),
    ...sorted(contents.filter(([o]) => canUse(state, o)).map(([o]) => `use ${nth(world.names, o)}`)),
  ]
}

/** The commands of one verb by bytes, each once. */
const sorted = (commands: readonly string[]): readonly string[] =>
  commands.length < 2 ? commands : [...new Set(commands)].sort()
