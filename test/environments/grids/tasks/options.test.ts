import test from 'ava'
import { grids, type GridOptions } from '../../../../environments/grids/index.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'

/** As an option might come from a file. */
const fromFile = (text: string): GridOptions => JSON.parse(text) as GridOptions

const refused: readonly (readonly [string, string])[] = [
  [
    '{"game": "sokoban"}',
    'grids has no option game: it has games, lake, room, boxes, searchDepth, least, steps, observe',
  ],
  [
    '{"games": []}',
    'games must be a list of one of "bandit", "reverse-bandit", "frozen-lake", "slippery-lake", "sokoban", at least 1 long, got []',
  ],
  ['{"lake": 9}', 'lake must be an integer in [3, 8], got 9'],
  ['{"steps": 0}', 'steps must be an integer in [1, 200], got 0'],
  ['{"observe": "all"}', 'observe must be one of "places", "board", got "all"'],
]
for (const [options, message] of refused) {
  test(`refused by the grids: ${options}`, t => {
    t.throws(() => grids(fromFile(options)), { instanceOf: RangeError, message })
  })
}

test('where no task can be won within its steps, that is said', t => {
  const world = grids({ games: ['frozen-lake'], steps: 2 })
  t.throws(() => world.generate('train', randomFrom(rootKey(1))), {
    instanceOf: RangeError,
    message: 'no frozen-lake of the split train can be won within its steps: 20000 were drawn',
  })
})
