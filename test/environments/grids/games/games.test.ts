import test from 'ava'
import { bandit, highChance } from '../../../../environments/grids/games/bandit.ts'
import { frozenLake } from '../../../../environments/grids/games/frozen-lake.ts'
import { grids } from '../../../../environments/grids/index.ts'
import { cellsOf, placeName } from '../../../../environments/grids/kernel/board.ts'
import { derive, randomFrom, rootKey } from '../../../../src/math/random.ts'
import { nth } from '../../../../src/math/nth.ts'

const never = (): number => 0.999

test('the arms pay 0.15 for sure, and 1 a quarter of the time; in the reversed game the names have changed places', t => {
  const board = ['Phoenix', 'Dragon']
  const random = randomFrom(rootKey(1))
  const pays = Array.from({ length: 4000 }, () => bandit('as told').move(board, 'Dragon', random.uniform).reward)
  t.true(Math.abs(pays.filter(reward => reward === 1).length / 4000 - highChance) < 0.03)
  const low = bandit('as told').move(board, 'Phoenix', never)
  t.deepEqual([low.reward, low.won, low.lost], [0.15, false, true])
  const unpaid = bandit('as told').move(board, 'Dragon', never)
  t.deepEqual([unpaid.reward, unpaid.won], [0, true])
  t.true(bandit('reversed').move(board, 'Phoenix', never).won)
})

test('over firm ice by hand: to the goal, into a hole, against the edge', t => {
  const lake = frozenLake('firm')
  const board = ['P_O', '__G', '___']
  t.is(lake.distance(board), 3)
  t.deepEqual(lake.best(board), ['down', 'right'])
  const edge = lake.move(board, 'up', never)
  t.deepEqual(edge, { board, reward: 0, won: false, lost: false })
  const near = lake.move(lake.move(board, 'down', never).board, 'right', never).board
  t.deepEqual(lake.move(near, 'right', never), { board: ['__O', '__√', '___'], reward: 1, won: true, lost: false })
  const beside = lake.move(board, 'right', never).board
  const fell = lake.move(beside, 'right', never)
  t.deepEqual([fell.lost, fell.board[0]], [true, '__X'])
})

test('on slippery ice a step goes each of three ways a third of the time, and never back', t => {
  const lake = frozenLake('slippery')
  const board = ['___', '_P_', '__G']
  const random = randomFrom(rootKey(2))
  const counts = new Map<string, number>()
  for (let trial = 0; trial < 6000; trial += 1) {
    const { board: next } = lake.move(board, 'right', random.uniform)
    const place = placeName(nth(cellsOf(next, 'P'), 0))
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  t.deepEqual([...counts.keys()].sort(), ['b1', 'b3', 'c2'])
  for (const count of counts.values()) t.true(Math.abs(count / 6000 - 1 / 3) < 0.03)
})

test('on slippery ice the best step is away from a hole, where it can only slip along the edge', t => {
  const lake = frozenLake('slippery')
  t.deepEqual(lake.best(['P_', 'OG']), ['up'])
  t.deepEqual(lake.best(['PO', 'O_', '_G'].slice(0, 2)), [])
})

test('the same task has the same chance where none is given, and another in each episode', t => {
  const world = grids({ games: ['bandit'] })
  const task = world.parseTask({ game: 'bandit', board: ['Dragon', 'Phoenix'], limit: 1 })
  const paid = (episode: number | null) => {
    const chance = episode === null ? undefined : derive(rootKey(episode), 'world')
    return world.step(world.start(task, chance).state, 'Dragon').reward
  }
  t.is(paid(null), paid(null))
  const pays = Array.from({ length: 200 }, (_, episode) => paid(episode))
  t.true(pays.includes(1))
  t.true(pays.includes(0))
})

test('a task that is none is refused by field and value', t => {
  const { parseTask } = grids()
  const refused = (task: object): string | undefined =>
    t.throws(() => parseTask({ game: 'frozen-lake', board: ['P_', '_G'], limit: 3, ...task }), {
      instanceOf: RangeError,
    })?.message
  t.regex(refused({ board: ['PP', '_G'] }) ?? '', /task\.board: must be a board of frozen-lake, got \["PP","_G"\]/)
  t.regex(refused({ board: ['P_G', '___'] }) ?? '', /must be a board of frozen-lake/)
  t.regex(refused({ game: 'chess' }) ?? '', /task\.game/)
  t.regex(refused({ limit: 0 }) ?? '', /task\.limit/)
})
