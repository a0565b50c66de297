/** The rules, command by command, in a room with something of everything. */
import test from 'ava'
import fc from 'fast-check'
import { admissibleCommands } from '../../../../environments/household/play/admissible.ts'
import { compiled } from '../../../../environments/household/play/compile.ts'
import { initialState, type HouseholdState } from '../../../../environments/household/play/state.ts'
import { play, type Dialect } from '../../../../environments/household/play/step.ts'
import type { HouseholdTask } from '../../../../environments/household/tasks/task.ts'
import { kitchen } from '../kitchen.ts'
import { lookUp } from '../../../../src/math/look-up.ts'
import { nth } from '../../../../src/math/nth.ts'

const task = kitchen({ kind: 'pick_and_place_simple', thing: 'Apple', place: 'CounterTop' })
const world = compiled(task)

/** A command, and the answer; `null` where nothing happens. */
type Turn = readonly [command: string, said: string | null]

function lastOf(
  turns: readonly Turn[],
  check: (said: string, wanted: string, command: string) => void,
): HouseholdState {
  return turns.reduce((state, [command, wanted]) => {
    const result = play(state, command, 'move')
    check(result.said, wanted ?? 'Nothing happens.', command)
    if (wanted === null && result.state !== state) throw new Error(`${command} is refused and changes something`)
    return result.state
  }, initialState(task))
}

const games: readonly (readonly [name: string, turns: readonly Turn[], after: Partial<HouseholdState>])[] = [
  [
    'two receptacles at one place',
    [
      [
        'go to countertop 1',
        'You arrive at countertop 1. On the countertop 1, you see a apple 1, a bowl 1, and a knife 1.',
      ],
      ['go to countertop 1', null],
      ['go to cabinet 1', null],
      ['go to', null],
      ['go countertop 1', null],
      ['go to attic 1', null],
      ['open cabinet 1', 'You open the cabinet 1. The cabinet 1 is open. In it, you see a mug 1.'],
      ['open cabinet 1', null],
      ['open countertop 1', null],
      ['open fridge 1', null],
      ['examine cabinet 1', 'The cabinet 1 is open. In it, you see a mug 1.'],
      ['examine fridge 1', null],
      ['close cabinet 1', 'You close the cabinet 1.'],
      ['close cabinet 1', null],
      ['close countertop 1', null],
      ['look', 'You are facing the cabinet 1, and countertop 1. Next to it, you see nothing.'],
      ['look around', null],
      ['inventory', 'You are not carrying anything.'],
      ['inventory now', null],
      ['help me', null],
      ['dance', null],
      ['', null],
      ['  look ', 'You are facing the cabinet 1, and countertop 1. Next to it, you see nothing.'],
    ],
    {
      place: 1,
      opened: [false, false, false, false, false, false],
      seenReceptacles: [true, true, false, false, false, false],
      seenThings: [false, true, false, true, false, true, false, true, false],
      held: -1,
      taken: [],
    },
  ],
  [
    'cold, hot and clean',
    [
      ['take apple 2 from fridge 1', null],
      ['go to fridge 1', 'You arrive at fridge 1. The fridge 1 is closed.'],
      ['take apple 2 from fridge 1', null],
      ['open fridge 1', 'You open the fridge 1. The fridge 1 is open. In it, you see a apple 2, and a lettuce 1.'],
      ['cool lettuce 1 with fridge 1', null],
      ['take apple 1 from fridge 1', null],
      ['take apple 2', null],
      ['take apple 2 from fridge 1', 'You pick up the apple 2 from the fridge 1.'],
      ['inventory', 'You are carrying: a apple 2.'],
      ['take lettuce 1 from fridge 1', null],
      ['examine apple 2', "There's nothing special about apple 2."],
      ['examine lettuce 1', null],
      ['cool apple 2 with fridge 1', 'You cool the apple 2 using the fridge 1.'],
      ['examine apple 2', 'This is a cold apple 2.'],
      ['heat apple 2 with fridge 1', null],
      ['heat apple 2 with microwave 1', null],
      ['go to microwave 1', 'You arrive at microwave 1. The microwave 1 is closed.'],
      ['move apple 2 to microwave 1', null],
      ['heat lettuce 1 with microwave 1', null],
      ['heat apple 2 with microwave 1', 'You heat the apple 2 using the microwave 1.'],
      ['examine apple 2', 'This is a hot apple 2.'],
      ['open microwave 1', 'You open the microwave 1. The microwave 1 is open. In it, you see nothing.'],
      ['move apple 2 to fridge 1', null],
      ['move lettuce 1 to microwave 1', null],
      ['move apple 2', null],
      ['put apple 2 in/on microwave 1', null],
      ['move apple 2 to microwave 1', 'You move the apple 2 to the microwave 1.'],
      ['inventory', 'You are not carrying anything.'],
      ['move apple 2 to microwave 1', null],
      ['go to fridge 1', 'You arrive at fridge 1. The fridge 1 is open. In it, you see a lettuce 1.'],
      ['take lettuce 1 from fridge 1', 'You pick up the lettuce 1 from the fridge 1.'],
      ['go to microwave 1', 'You arrive at microwave 1. The microwave 1 is open. In it, you see a apple 2.'],
      ['heat lettuce 1 with microwave 1', null],
      ['move lettuce 1 to microwave 1', null],
      ['go to fridge 1', 'You arrive at fridge 1. The fridge 1 is open. In it, you see nothing.'],
      ['close fridge 1', 'You close the fridge 1.'],
      ['cool lettuce 1 with fridge 1', 'You cool the lettuce 1 using the fridge 1.'],
      ['move lettuce 1 to fridge 1', null],
      ['go to sinkbasin 1', 'You arrive at sinkbasin 1. On the sinkbasin 1, you see nothing.'],
      ['clean apple 2 with sinkbasin 1', null],
      ['clean lettuce 1 with fridge 1', null],
      ['clean lettuce 1 with sinkbasin 1', 'You clean the lettuce 1 using the sinkbasin 1.'],
      ['examine lettuce 1', 'This is a cool and clean lettuce 1.'],
      ['move lettuce 1 to sinkbasin 1', 'You move the lettuce 1 to the sinkbasin 1.'],
      ['take lettuce 1 from sinkbasin 1', 'You pick up the lettuce 1 from the sinkbasin 1.'],
    ],
    {
      place: 5,
      opened: [false, false, false, true, false, false],
      contents: [[7], [1, 3, 5], [], [0], [2, 4], []],
      held: 6,
      marks: [2, 0, 0, 0, 0, 0, 5, 0, 0],
      locations: [[3], [1], [4], [1], [4], [1], [], [1], []],
      taken: [0 * 6 + 2, 6 * 6 + 2, 6 * 6 + 5],
    },
  ],
  [
    'a lamp, and what cannot be taken or treated',
    [
      ['use desklamp 1', null],
      ['go to sidetable 1', 'You arrive at sidetable 1. On the sidetable 1, you see a book 1, and a desklamp 1.'],
      ['use desklamp 1', 'You turn on the desklamp 1.'],
      ['use book 1', null],
      ['use', null],
      ['take desklamp 1 from sidetable 1', null],
      ['take book 1 from sidetable 1', 'You pick up the book 1 from the sidetable 1.'],
      ['use book 1', null],
      ['clean book 1 with sidetable 1', null],
      ['heat book 1 with sidetable 1', null],
      ['cool book 1 with sidetable 1', null],
      ['move book 1 to sidetable 1', 'You move the book 1 to the sidetable 1.'],
      ['take window 1 from sidetable 1', null],
      ['go to sinkbasin 1', 'You arrive at sinkbasin 1. On the sinkbasin 1, you see nothing.'],
      ['use desklamp 1', null],
    ],
    { marks: [0, 0, 0, 0, 24, 0, 0, 0, 0], held: -1, taken: [], contents: [[7], [1, 3, 5], [0, 6], [], [2, 4], []] },
  ],
  [
    'the knife',
    [
      [
        'go to countertop 1',
        'You arrive at countertop 1. On the countertop 1, you see a apple 1, a bowl 1, and a knife 1.',
      ],
      ['slice apple 1 with knife 1', null],
      ['take bowl 1 from countertop 1', 'You pick up the bowl 1 from the countertop 1.'],
      ['examine bowl 1', 'This is a normal bowl 1. In it, you see a apple 1.'],
      ['slice apple 1 with bowl 1', null],
      ['slice apple 1 with apple 1', null],
      ['move bowl 1 to cabinet 1', null],
      ['open cabinet 1', 'You open the cabinet 1. The cabinet 1 is open. In it, you see a mug 1.'],
      ['move bowl 1 to cabinet 1', 'You move the bowl 1 to the cabinet 1.'],
      ['take knife 1 from countertop 1', 'You pick up the knife 1 from the countertop 1.'],
      ['slice apple 2 with knife 1', null],
      ['slice apple 1 with knife 1', 'You sliced the apple 1 with the knife 1.'],
      ['slice bowl 1 with knife 1', null],
      ['slice knife 1 with knife 1', null],
      ['slice window 1 with knife 1', null],
      ['slice apple 1 with knife 2', null],
      ['slice apple 1', null],
      ['slice dog 1 with knife 1', null],
      ['examine knife 1', "There's nothing special about knife 1."],
      ['move knife 1 to countertop 1', 'You move the knife 1 to the countertop 1.'],
      ['take apple 1 from countertop 1', 'You pick up the apple 1 from the countertop 1.'],
      ['examine apple 1', 'This is a sliced apple 1.'],
      ['go to sinkbasin 1', 'You arrive at sinkbasin 1. On the sinkbasin 1, you see nothing.'],
      ['clean apple 1 with sinkbasin 1', 'You clean the apple 1 using the sinkbasin 1.'],
      ['examine apple 1', 'This is a clean sliced apple 1.'],
    ],
    {
      contents: [[3, 7], [5], [0, 6], [], [2, 4], []],
      held: 1,
      marks: [0, 33, 0, 0, 0, 0, 0, 0, 0],
      locations: [[2], [], [4], [1], [4], [1], [2], [1], []],
      taken: [3 * 6 + 1, 1 * 6 + 1],
    },
  ],
]
for (const [name, turns, after] of games) {
  test(`a game by hand: ${name}`, t => {
    t.like(
      lastOf(turns, (said, wanted, command) => t.deepEqual([command, said], [command, wanted])),
      after,
    )
  })
}

test('the first of all things can be sliced', t => {
  const commands = [
    'go to countertop 1',
    'take knife 1 from countertop 1',
    'go to fridge 1',
    'slice apple 2 with knife 1',
  ]
  const state = commands.reduce((each, command) => play(each, command, 'move').state, initialState(task))
  t.deepEqual(state.marks, [32, 0, 0, 0, 0, 0, 0, 0, 0])
})

test('what is hot and then cooled is no longer hot, and the other way round', t => {
  const ways: readonly (readonly [string, number])[] = [
    ['heat apple 1 with microwave 1', 2],
    ['cool apple 1 with fridge 1', 4],
    ['heat apple 1 with microwave 1', 2],
    ['clean apple 1 with sinkbasin 1', 3],
    ['cool apple 1 with fridge 1', 5],
  ]
  let state = play(
    play(initialState(task), 'go to countertop 1', 'move').state,
    'take apple 1 from countertop 1',
    'move',
  ).state
  for (const [command, bits] of ways) {
    state = play(state, `go to ${nth(command.split(' with '), 1)}`, 'move').state
    state = play(state, command, 'move').state
    t.is(state.marks[1], bits, command)
  }
})

test('a lamp that is used again goes off and counts as having been used', t => {
  let state = play(initialState(task), 'go to sidetable 1', 'move').state
  for (const bits of [24, 8, 24]) {
    state = play(state, 'use desklamp 1', 'move').state
    t.is(state.marks[4], bits)
  }
})

test('help names the commands of the dialect', t => {
  for (const dialect of ['move', 'put'] as const)
    t.regex(play(initialState(task), 'help', dialect).said, dialect === 'move' ? /move \(object\)/ : /put \(object\)/)
})

test('at first nothing is open, in hand, marked, taken or seen', t => {
  t.deepEqual(initialState(task), {
    task,
    place: world.start,
    opened: world.openable.map(() => false),
    contents: world.contents,
    held: -1,
    marks: world.kinds.map(() => 0),
    locations: world.thingLocations,
    taken: [],
    seenReceptacles: world.openable.map(() => false),
    seenThings: world.kinds.map(() => false),
  })
})

/**
 * Where things and receptacles are numbered otherwise: the first thing is a knife, the second a lamp, the last fits almost
 * anywhere; the first receptacle is an appliance, and two open ones are at one place.
 */
const bare: HouseholdTask = {
  ...task,
  room: {
    ...task.room,
    receptacles: task.room.receptacles
      .filter(({ kind }) => ['Fridge', 'SideTable', 'SinkBasin'].includes(kind))
      .map(each => (each.kind === 'SinkBasin' ? { ...each, location: 'loc_bar_table' } : each)),
    things: ['ButterKnife', 'DeskLamp', 'Lettuce'].map(kind => ({
      id: `${kind.toLowerCase()}_bar_01`,
      kind,
      pickupable: kind !== 'DeskLamp',
      receptacles: ['sidetable_bar_01'],
      inside: [],
      location: 'loc_bar_table',
    })),
  },
}

/** Every command that has the form of one, with every name there is and one that there is not. */
const commandsOf = (each: HouseholdTask): readonly string[] =>
  everyCommand([...compiled(each).receptacleNames, 'attic 1'], [...compiled(each).names, 'dog 1'])
const commands = new Map([task, bare].map(each => [each, commandsOf(each)]))

function everyCommand(receptacles: readonly string[], things: readonly string[]): readonly string[] {
  const pairs = (before: readonly string[], after: readonly string[], form: (a: string, b: string) => string) =>
    before.flatMap(a => after.map(b => form(a, b)))
  return [
    ...['look', 'help', 'inventory', 'dance'],
    ...pairs(['go to', 'open', 'close', 'examine', 'go', 'use'], receptacles, (verb, name) => `${verb} ${name}`),
    ...pairs(['examine', 'use', 'open', 'go to'], things, (verb, name) => `${verb} ${name}`),
    ...pairs(things, receptacles, (thing, place) => `take ${thing} from ${place}`),
    ...pairs(things, receptacles, (thing, place) => `move ${thing} to ${place}`),
    ...pairs(things, receptacles, (thing, place) => `put ${thing} in/on ${place}`),
    ...['clean', 'heat', 'cool'].flatMap(verb =>
      pairs(things, receptacles, (thing, place) => `${verb} ${thing} with ${place}`),
    ),
    ...pairs(things, things, (thing, knife) => `slice ${thing} with ${knife}`),
  ]
}

/** Any state of a game, most of them with something in hand. */
const walks = fc.record({
  room: fc.constantFrom(task, bare),
  dialect: fc.constantFrom<Dialect>('move', 'put'),
  choices: fc.array(fc.nat(), { maxLength: 30 }),
})
const walked = (room: HouseholdTask, dialect: Dialect, choices: readonly number[]): HouseholdState =>
  choices.reduce((state, choice) => {
    const admissible = admissibleCommands(state, dialect)
    return play(state, nth(admissible, choice % admissible.length), dialect).state
  }, initialState(room))

test('what is admissible is what something comes of; what is not changes nothing', t => {
  fc.assert(
    fc.property(walks, ({ room, dialect, choices }) => {
      const state = walked(room, dialect, choices)
      const taken = lookUp(commands, room).filter(command => {
        const result = play(state, command, dialect)
        const isRefused = result.said === 'Nothing happens.'
        if (isRefused) t.is(result.state, state)
        return !isRefused
      })
      t.deepEqual(admissibleCommands(state, dialect), [...taken].sort())
    }),
    { numRuns: 100 },
  )
})

test('what is looked at has been seen; to look again changes nothing', t => {
  fc.assert(
    fc.property(walks, ({ room, dialect, choices }) => {
      const state = walked(room, dialect, choices)
      for (const receptacle of nth(compiled(room).here, state.place)) {
        const command = `examine ${nth(compiled(room).receptacleNames, receptacle)}`
        const once = play(state, command, dialect).state
        const isShut = nth(compiled(room).openable, receptacle) && !nth(state.opened, receptacle)
        if (isShut) t.is(once, state)
        else {
          t.true(once.seenReceptacles[receptacle])
          for (const thing of nth(state.contents, receptacle)) t.true(once.seenThings[thing])
        }
        t.is(play(once, command, dialect).state, once)
      }
    }),
    { numRuns: 100 },
  )
})

test('what came to a receptacle unseen is seen there', t => {
  const commands = ['go to sinkbasin 1', 'take lettuce 1 from sidetable 1', 'move lettuce 1 to sinkbasin 1']
  const state = commands.reduce((each, command) => play(each, command, 'move').state, initialState(bare))
  t.deepEqual(state.seenThings, [false, false, false])
  t.deepEqual(play(state, 'examine sinkbasin 1', 'move').state.seenThings, [false, false, true])
})

test('putting down is said in the words of the dialect', t => {
  for (const [dialect, command, said] of [
    ['move', 'move lettuce 1 to sinkbasin 1', 'You move the lettuce 1 to the sinkbasin 1.'],
    ['put', 'put lettuce 1 in/on sinkbasin 1', 'You put the lettuce 1 in/on the sinkbasin 1.'],
  ] as const) {
    const commands = ['go to sinkbasin 1', 'take lettuce 1 from sidetable 1']
    const state = commands.reduce((each, word) => play(each, word, dialect).state, initialState(bare))
    t.is(play(state, command, dialect).said, said)
  }
})

test('everything that can be taken is in hand or in one place, and lists go up', t => {
  fc.assert(
    fc.property(walks, ({ room, dialect, choices }) => {
      const { contents, held, locations, taken, opened } = walked(room, dialect, choices)
      for (const [thing, isPickupable] of compiled(room).pickupable.entries()) {
        const within = contents.flatMap((each, receptacle) => (each.includes(thing) ? [receptacle] : []))
        if (isPickupable) t.is(within.length, thing === held ? 0 : 1)
        for (const receptacle of within) t.deepEqual(locations[thing], [compiled(room).locationOf[receptacle]])
      }
      for (const each of contents)
        t.deepEqual(
          each,
          [...each].sort((a, b) => a - b),
        )
      t.is(new Set(taken).size, taken.length)
      for (const pair of taken) t.false(nth(contents, pair % opened.length).includes(Math.floor(pair / opened.length)))
      if (held >= 0) t.deepEqual(locations[held], [])
    }),
    { numRuns: 100 },
  )
})
