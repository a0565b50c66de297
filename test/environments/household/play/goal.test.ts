/** When each kind of goal is reached, and when it no longer is. */
import test from 'ava'
import { initialState } from '../../../../environments/household/play/state.ts'
import { play } from '../../../../environments/household/play/step.ts'
import { goalSentence, isWon, neededTreatment } from '../../../../environments/household/play/goal.ts'
import { goalKinds, type Goal } from '../../../../environments/household/tasks/task.ts'
import { kitchen } from '../kitchen.ts'

/** Commands, and whether the goal is reached after each. */
type Game = readonly (readonly [command: string, won: boolean])[]

const games: readonly (readonly [Goal, Game])[] = [
  [
    { kind: 'pick_and_place_simple', thing: 'Apple', place: 'SinkBasin' },
    [
      ['go to countertop 1', false],
      ['take knife 1 from countertop 1', false],
      ['go to sinkbasin 1', false],
      ['move knife 1 to sinkbasin 1', false],
      ['go to countertop 1', false],
      ['take apple 1 from countertop 1', false],
      ['go to sinkbasin 1', false],
      ['move apple 1 to sinkbasin 1', true],
      ['look', true],
      ['take apple 1 from sinkbasin 1', false],
    ],
  ],
  [{ kind: 'pick_and_place_simple', thing: 'Book', place: 'SideTable' }, [['look', true]]],
  [
    { kind: 'pick_heat_then_place_in_recep', thing: 'Apple', place: 'SinkBasin' },
    [
      ['go to countertop 1', false],
      ['take apple 1 from countertop 1', false],
      ['go to sinkbasin 1', false],
      ['move apple 1 to sinkbasin 1', false],
      ['take apple 1 from sinkbasin 1', false],
      ['clean apple 1 with sinkbasin 1', false],
      ['move apple 1 to sinkbasin 1', false],
      ['take apple 1 from sinkbasin 1', false],
      ['go to microwave 1', false],
      ['heat apple 1 with microwave 1', false],
      ['go to sinkbasin 1', false],
      ['move apple 1 to sinkbasin 1', true],
    ],
  ],
  [
    { kind: 'pick_two_obj_and_place', thing: 'Apple', place: 'CounterTop' },
    [
      ['go to fridge 1', false],
      ['open fridge 1', false],
      ['take apple 2 from fridge 1', false],
      ['go to countertop 1', false],
      ['move apple 2 to countertop 1', true],
      ['take apple 1 from countertop 1', false],
    ],
  ],
  [
    { kind: 'look_at_obj_in_light', thing: 'Book', place: 'DeskLamp' },
    [
      ['go to sidetable 1', false],
      ['use desklamp 1', false],
      ['take book 1 from sidetable 1', true],
      ['go to countertop 1', false],
      ['go to sidetable 1', true],
      ['use desklamp 1', true],
      ['move book 1 to sidetable 1', false],
    ],
  ],
  [
    { kind: 'look_at_obj_in_light', thing: 'Apple', place: 'DeskLamp' },
    [
      ['go to sidetable 1', false],
      ['take book 1 from sidetable 1', false],
      ['use desklamp 1', false],
      ['move book 1 to sidetable 1', false],
      ['go to countertop 1', false],
      ['take apple 1 from countertop 1', false],
      ['go to sidetable 1', true],
    ],
  ],
  [
    { kind: 'look_at_obj_in_light', thing: 'Book', place: 'Knife' },
    [
      ['go to sidetable 1', false],
      ['take book 1 from sidetable 1', false],
      ['use desklamp 1', false],
    ],
  ],
]
for (const [goal, game] of games) {
  test(`${goal.kind} ${goal.thing} ${goal.place} in ${game.length} commands`, t => {
    let state = initialState(kitchen(goal))
    for (const [command, won] of game) {
      const { state: after, said } = play(state, command, 'move')
      t.not(said, 'Nothing happens.', command)
      t.is(isWon(after), won, command)
      state = after
    }
  })
}

test('a lamp shines on all that is at its place, and on the first of all things too', t => {
  const { room, ...rest } = kitchen({ kind: 'look_at_obj_in_light', thing: 'Apple', place: 'DeskLamp' })
  const atTable = <T extends { readonly location: string | null }>(each: T): T =>
    each.location === 'loc_bar_fridge' ? { ...each, location: 'loc_bar_table' } : each
  const task = {
    ...rest,
    room: { ...room, receptacles: room.receptacles.map(atTable), things: room.things.map(atTable) },
  }
  const commands = ['go to fridge 1', 'open fridge 1', 'use desklamp 1', 'take apple 2 from fridge 1']
  const state = commands.reduce((each, command) => play(each, command, 'move').state, initialState(task))
  t.is(state.held, 0)
  t.true(isWon(state))
})

test('three goals need a treatment, each its own, and say it', t => {
  const needed = goalKinds.map(kind => neededTreatment(kind))
  t.deepEqual(needed, [
    null,
    null,
    { treatment: 'clean', mark: 1 },
    { treatment: 'heat', mark: 2 },
    { treatment: 'cool', mark: 4 },
    null,
  ])
  for (const kind of goalKinds)
    for (const wording of [0, 1] as const)
      t.regex(goalSentence({ kind, thing: 'Egg', place: 'Desk' }, wording), /egg.* desk$/)
})
