/** The deeds that a plan is made of, and plans by hand. */
import test from 'ava'
import { deedsIn, shortest, standing, type Walk } from '../../../../environments/household/expert/walk.ts'
import { isNearer, plan } from '../../../../environments/household/expert/plan.ts'
import { compiled } from '../../../../environments/household/play/compile.ts'
import { initialState, type HouseholdState } from '../../../../environments/household/play/state.ts'
import { play } from '../../../../environments/household/play/step.ts'
import { isWon } from '../../../../environments/household/play/goal.ts'
import type { Goal } from '../../../../environments/household/tasks/task.ts'
import { kitchen } from '../kitchen.ts'
import { nth } from '../../../../src/math/nth.ts'

const goal: Goal = { kind: 'pick_and_place_simple', thing: 'Apple', place: 'SinkBasin' }
const task = kitchen(goal)
const { receptacleNames, names } = compiled(task)
const receptacle = (name: string): number => receptacleNames.indexOf(name)
const thing = (name: string): number => names.indexOf(name)
const played = (commands: readonly string[], start = initialState(task)): HouseholdState =>
  commands.reduce((state, command) => play(state, command, 'move').state, start)

const begun = initialState(task)
const still = standing(begun)
const deeds = deedsIn(begun, 'move')

test('going costs one command, and none where one stands', t => {
  t.deepEqual(still, { place: 0, opened: [], cost: 0, next: null })
  const there = deeds.goTo(still, receptacle('countertop 1'))
  t.deepEqual(there, { place: 1, opened: [], cost: 1, next: 'go to countertop 1' })
  t.is(deeds.goTo(there, receptacle('cabinet 1')), there)
  t.deepEqual(deeds.goTo(there, receptacle('fridge 1')), { place: 2, opened: [], cost: 2, next: 'go to countertop 1' })
})

test('reaching opens what is closed, once', t => {
  const fridge = receptacle('fridge 1')
  const reached = deeds.reach(still, fridge)
  t.deepEqual(reached, { place: 2, opened: [fridge], cost: 2, next: 'go to fridge 1' })
  t.is(deeds.reach(reached, fridge), reached)
  t.is(deeds.reach(still, receptacle('countertop 1')).cost, 1)
  const open = played(['go to fridge 1', 'open fridge 1'])
  t.deepEqual(deedsIn(open, 'move').reach(standing(open), fridge), standing(open))
  const before = played(['go to fridge 1'])
  t.is(deedsIn(before, 'move').reach(standing(before), fridge).next, 'open fridge 1')
})

test('each deed is one command at its place, in the words of the dialect', t => {
  const [apple, fridge, counter] = [thing('apple 2'), receptacle('fridge 1'), receptacle('countertop 1')]
  t.like(deeds.take(still, apple, fridge), { cost: 3, next: 'go to fridge 1' })
  const open = played(['go to fridge 1', 'open fridge 1'])
  const [here, near] = [deedsIn(open, 'move'), standing(open)]
  t.like(here.take(near, apple, fridge), { cost: 1, next: 'take apple 2 from fridge 1' })
  t.like(here.put(near, apple, fridge), { cost: 1, next: 'move apple 2 to fridge 1' })
  t.like(deedsIn(open, 'put').put(near, apple, fridge), { cost: 1, next: 'put apple 2 in/on fridge 1' })
  t.like(here.treat(near, 'cool', apple, fridge), { cost: 1, next: 'cool apple 2 with fridge 1' })
  t.like(here.treat(near, 'cool', apple, counter), { cost: 2, place: 1 })
  t.like(here.use(near, thing('desklamp 1'), fridge), { cost: 1, next: 'use desklamp 1' })
  t.like(here.use(near, thing('desklamp 1'), receptacle('sidetable 1')), { cost: 2, next: 'go to sidetable 1' })
})

test('what is in hand is put down here if it can be, else wherever it can', t => {
  const book = played(['go to sidetable 1', 'take book 1 from sidetable 1'])
  t.deepEqual(deedsIn(book, 'move').drops(standing(book)), [
    { place: 4, opened: [], cost: 1, next: 'move book 1 to sidetable 1' },
  ])
  const away = played(['go to sinkbasin 1'], book)
  t.deepEqual(deedsIn(away, 'move').drops(standing(away)), [
    { place: 1, opened: [0], cost: 3, next: 'go to cabinet 1' },
    { place: 1, opened: [], cost: 2, next: 'go to countertop 1' },
    { place: 4, opened: [], cost: 2, next: 'go to sidetable 1' },
  ])
  const closed = played(['go to countertop 1'], book)
  t.deepEqual(deedsIn(closed, 'move').drops(standing(closed)), [
    { place: 1, opened: [], cost: 1, next: 'move book 1 to countertop 1' },
  ])
})

test('of walks as short as each other the first', t => {
  const walk = (cost: number, next: string): Walk => ({ place: 0, opened: [], cost, next })
  t.is(shortest([]), null)
  t.is(shortest([walk(3, 'a'), walk(2, 'b'), walk(2, 'c')])?.next, 'b')
})

test('a plan is nearer if less is missing, then if it is shorter', t => {
  const of = (missing: number, cost: number) => ({ missing, cost, next: null })
  t.true(isNearer(of(0, 9), of(1, 2)))
  t.false(isNearer(of(1, 2), of(0, 9)))
  t.true(isNearer(of(1, 2), of(1, 3)))
  t.false(isNearer(of(1, 3), of(1, 3)))
})

/** The whole of a plan, played to its end. */
function commandsOf(start: HouseholdState): readonly string[] {
  const commands: string[] = []
  for (let state = start; !isWon(state);) {
    const { next } = plan(state, 'move', () => true)
    if (next === null) throw new Error(`no plan after ${commands.join(', ')}`)
    commands.push(next)
    state = play(state, next, 'move').state
  }
  return commands
}

const plans: readonly (readonly [Goal, begun: readonly string[], commands: readonly string[]])[] = [
  [
    goal,
    [],
    ['go to countertop 1', 'take apple 1 from countertop 1', 'go to sinkbasin 1', 'move apple 1 to sinkbasin 1'],
  ],
  [
    { kind: 'pick_cool_then_place_in_recep', thing: 'Apple', place: 'Microwave' },
    [],
    [
      'go to fridge 1',
      'open fridge 1',
      'take apple 2 from fridge 1',
      'cool apple 2 with fridge 1',
      'go to microwave 1',
      'open microwave 1',
      'move apple 2 to microwave 1',
    ],
  ],
  [
    { kind: 'pick_clean_then_place_in_recep', thing: 'Apple', place: 'SideTable' },
    ['go to sidetable 1', 'take book 1 from sidetable 1'],
    [
      'move book 1 to sidetable 1',
      'go to countertop 1',
      'take apple 1 from countertop 1',
      'go to sinkbasin 1',
      'clean apple 1 with sinkbasin 1',
      'go to sidetable 1',
      'move apple 1 to sidetable 1',
    ],
  ],
  [
    { kind: 'pick_two_obj_and_place', thing: 'Apple', place: 'CounterTop' },
    [],
    [
      'go to fridge 1',
      'open fridge 1',
      'take apple 2 from fridge 1',
      'go to countertop 1',
      'move apple 2 to countertop 1',
    ],
  ],
  [
    { kind: 'look_at_obj_in_light', thing: 'Book', place: 'DeskLamp' },
    [],
    ['go to sidetable 1', 'take book 1 from sidetable 1', 'use desklamp 1'],
  ],
  [
    { kind: 'look_at_obj_in_light', thing: 'Book', place: 'DeskLamp' },
    ['go to sidetable 1', 'use desklamp 1', 'go to fridge 1'],
    ['go to sidetable 1', 'take book 1 from sidetable 1'],
  ],
]
for (const [wanted, before, commands] of plans) {
  test(`a plan by hand: ${wanted.kind} ${wanted.thing} ${wanted.place} after ${before.length} commands`, t => {
    const start = played(before, initialState(kitchen(wanted)))
    t.deepEqual(commandsOf(start), commands)
    t.deepEqual(
      plan(start, 'move', () => true),
      { missing: 0, cost: commands.length, next: nth(commands, 0) },
    )
  })
}

const two: Goal = { kind: 'pick_two_obj_and_place', thing: 'Apple', place: 'SinkBasin' }
const light: Goal = { kind: 'look_at_obj_in_light', thing: 'Book', place: 'DeskLamp' }
const missing: readonly (readonly [
  Goal,
  known: readonly string[],
  missing: number,
  cost: number,
  next: string | null,
])[] = [
  [goal, [], 1, 0, null],
  [goal, ['apple 2'], 0, 5, 'go to fridge 1'],
  [two, [], 2, 0, null],
  [two, ['apple 1'], 1, 4, 'go to countertop 1'],
  [two, ['apple 1', 'apple 2'], 0, 9, 'go to fridge 1'],
  [light, [], 2, 0, null],
  [light, ['desklamp 1'], 1, 0, null],
  [light, ['book 1'], 1, 2, 'go to sidetable 1'],
  [light, ['book 1', 'desklamp 1'], 0, 3, 'go to sidetable 1'],
]
for (const [wanted, known, ...rest] of missing) {
  test(`${wanted.kind} with ${known.length === 0 ? 'nothing' : known.join(' and ')} known lacks ${rest[0]}`, t => {
    const found = plan(initialState(kitchen(wanted)), 'move', each => known.includes(nth(names, each)))
    t.deepEqual([found.missing, found.cost, found.next], rest)
  })
}

test('nothing is left to be done once the goal is reached', t => {
  const start = initialState(kitchen({ kind: 'pick_and_place_simple', thing: 'Book', place: 'SideTable' }))
  t.deepEqual(
    plan(start, 'move', () => false),
    { missing: 0, cost: 0, next: null },
  )
})

test('there is no plan to put a thing where it does not fit', t => {
  const start = initialState(kitchen({ kind: 'pick_and_place_simple', thing: 'Book', place: 'SinkBasin' }))
  t.deepEqual(
    plan(start, 'move', () => true),
    { missing: 1, cost: 0, next: null },
  )
})

test('what is in hand is known', t => {
  const state = played(['go to countertop 1', 'take apple 1 from countertop 1'])
  t.deepEqual(
    plan(state, 'move', () => false),
    { missing: 0, cost: 2, next: 'go to sinkbasin 1' },
  )
})
