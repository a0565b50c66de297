/** A game by hand: what each step is called, and why. */
import test from 'ava'
import { household } from '../../../environments/household/index.ts'
import type { HouseholdTask } from '../../../environments/household/tasks/task.ts'

const world = household()

const receptacle = (kind: string, openable: boolean) => ({
  id: kind === 'SinkBasin' ? 'sink_bar_01_bar_sinkbasin' : `${kind.toLowerCase()}_bar_01`,
  kind,
  location: `loc_bar_${kind.toLowerCase()}`,
  openable,
})
const thing = (kind: string, number: number, place: string) => ({
  id: `${kind.toLowerCase()}_bar_0${number}`,
  kind,
  pickupable: true,
  receptacles: [`${place}_bar_01`],
  inside: [],
  location: `loc_bar_${place}`,
})

/** Apple 2 is in the fridge, apple 1 on the table, a bowl on the counter. */
const task: HouseholdTask = {
  room: {
    receptacles: [
      receptacle('CounterTop', false),
      receptacle('DiningTable', false),
      receptacle('Fridge', true),
      receptacle('Microwave', true),
      receptacle('Toaster', false),
    ],
    things: [thing('Apple', 1, 'fridge'), thing('Apple', 2, 'diningtable'), thing('Bowl', 1, 'countertop')],
    start: 'loc_bar_middle',
  },
  goal: { kind: 'pick_heat_then_place_in_recep', thing: 'Apple', place: 'CounterTop' },
  sentence: 'put a hot apple in countertop',
  stepLimit: 20,
}

/** Plays the commands and names each step. */
function labels(commands: readonly string[]): readonly string[] {
  let { state } = world.start(task)
  return commands.map(command => {
    const { good, reason } = world.label(state, command)
    state = world.step(state, command).state
    return `${good ? '+' : '-'} ${reason}`
  })
}

test('the way of a searcher', t => {
  const way: readonly (readonly [string, string])[] = [
    ['go to countertop 1', '+ looks somewhere new'],
    ['take bowl 1 from countertop 1', '- leads away'],
    ['take bowl 1 from countertop 1', '- nothing happens'],
    ['move bowl 1 to countertop 1', '+ brings the goal nearer'],
    ['go to microwave 1', '+ looks somewhere new'],
    ['go to countertop 1', '- already seen'],
    ['go to microwave 1', '+ looks somewhere new'],
    ['open microwave 1', '+ looks somewhere new'],
    ['close microwave 1', '- changes nothing'],
    ['go to fridge 1', '+ looks somewhere new'],
    ['open fridge 1', '+ finds the target'],
    ['go to toaster 1', '- target was seen elsewhere'],
    ['inventory', '- changes nothing'],
    ['go to fridge 1', '+ brings the goal nearer'],
    ['take apple 2 from fridge 1', '+ brings the goal nearer'],
    ['go to countertop 1', '- leads away'],
    ['go to microwave 1', '+ brings the goal nearer'],
    ['heat apple 2 with microwave 1', '+ brings the goal nearer'],
    ['cool apple 2 with microwave 1', '- nothing happens'],
    ['go to countertop 1', '+ brings the goal nearer'],
    ['move apple 2 to countertop 1', '+ brings the goal nearer'],
  ]
  t.deepEqual(
    labels(way.map(([command]) => command)),
    way.map(([, label]) => label),
  )
})

test('leaving a closed place unopened for the next is no progress', t => {
  t.is(labels(['go to microwave 1', 'go to toaster 1'])[1], '- leads away')
})
