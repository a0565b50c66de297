import test from 'ava'
import { household, type HouseholdOptions } from '../../../../environments/household/index.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'
import { lastOf } from '../../../../src/math/last-of.ts'
import { present } from '../../../fixtures/present.ts'

/** As an option might come from a file. */
const fromFile = (text: string): HouseholdOptions => JSON.parse(text) as HouseholdOptions

const refused: readonly (readonly [string, string])[] = [
  ['{"receptacle": 4}', 'household has no option receptacle: it has receptacles, goals, steps, dialect'],
  [
    '{"receptacles": 3}',
    'receptacles must be an integer in [4, 30] or [an integer in [4, 30], an integer in [4, 30]] or "full", got 3',
  ],
  ['{"receptacles": [6, 5]}', 'receptacles must be [low, high] with low <= high, got [6,5]'],
  [
    '{"receptacles": "big"}',
    'receptacles must be an integer in [4, 30] or [an integer in [4, 30], an integer in [4, 30]] or "full", got "big"',
  ],
  [
    '{"goals": []}',
    'goals must be a list of one of "place", "light", "clean", "heat", "cool", "two", at least 1 long, got []',
  ],
  [
    '{"goals": ["wash"]}',
    'goals must be a list of one of "place", "light", "clean", "heat", "cool", "two", at least 1 long, got ["wash"]',
  ],
  ['{"steps": 0}', 'steps must be an integer of at least 1, got 0'],
  ['{"dialect": "drop"}', 'dialect must be one of "move", "put", got "drop"'],
]
for (const [options, message] of refused) {
  test(`refused: ${options}`, t => {
    t.throws(() => household(fromFile(options)), { instanceOf: RangeError, message })
  })
}

test('the small preset: four or five receptacles, twelve steps, kitchens with their appliances', t => {
  const world = household()
  for (let seed = 0; seed < 100; seed += 1) {
    const { room, goal, stepLimit } = world.generate('train', randomFrom(rootKey(seed)))
    const kinds = room.receptacles.map(({ kind }) => kind)
    t.true(kinds.length === 4 || kinds.length === 5)
    t.is(stepLimit, 12)
    if (/heat|cool/.test(goal.kind))
      for (const kind of ['Fridge', 'Microwave', 'SinkBasin']) t.true(kinds.includes(kind))
  }
})

test('rooms have the size asked for', t => {
  const sizeOf = (options: HouseholdOptions, seed: number) =>
    household(options).generate('train', randomFrom(rootKey(seed))).room.receptacles.length
  for (let seed = 0; seed < 10; seed += 1) {
    t.is(sizeOf({ receptacles: 9, goals: ['place'] }, seed), 9)
    const full = sizeOf({ receptacles: 'full', goals: ['heat'] }, seed)
    t.true(full >= 20 && full <= 39)
  }
})

test('where no kitchen is kept for unseen, its tasks are in other rooms, and those of kitchens alone are refused', t => {
  const drawn = (options: HouseholdOptions, seed: number) =>
    household({ receptacles: 4, ...options }).generate('unseen', randomFrom(rootKey(seed)))
  for (let seed = 0; seed < 10; seed += 1)
    t.false(drawn({}, seed).room.receptacles.some(({ kind }) => kind === 'Microwave'))
  t.throws(() => drawn({ goals: ['heat'] }, 0), {
    instanceOf: RangeError,
    message: /^no solvable household task of unseen in 1000 draws/,
  })
})

test('the older dialect is spoken throughout', t => {
  const world = household({ dialect: 'put', goals: ['place'] })
  let { state } = world.start(world.generate('train', randomFrom(rootKey(1))))
  const said: string[] = []
  for (let won = false; !won;) {
    const next = world.step(state, present(world.expert(state)))
    ;({ state, won } = next)
    said.push(next.observation)
  }
  t.regex(lastOf(said), /^You put the \w+ \d+ in\/on the \w+ \d+\.$/)
})
