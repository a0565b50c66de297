/** Games of a team: worked numbers of the source's rewards, and what the verifier takes and refuses. */
import test from 'ava'
import fc from 'fast-check'
import { teamGameNames, teamGameOf } from '../../../environments/teams/games/games.ts'
import { teams, type TeamOptions, type TeamState, type TeamTask } from '../../../environments/teams/index.ts'
import { carriedOut } from '../../../environments/teams/play/carry-out.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'

const splits = ['train', 'seen', 'unseen'] as const
const taskOf = (game: (typeof teamGameNames)[number], seed: number): TeamTask =>
  teams({ games: [game] }).generate(nth(splits, seed % 3), randomFrom(derive(rootKey(seed), game)))
const start = (task: TeamTask) => ({ board: task.board, spent: 0 })
const close = (t: { true: (value: boolean, message?: string) => void }, found: number, wanted: number) =>
  t.true(Math.abs(found - wanted) < 1e-9, `${found} is not ${wanted}`)

const path: TeamTask = { game: 'plan-path', board: ['P_#', '__G', '___'], turns: 2, parts: 3 }
const room: TeamTask = {
  game: 'sokoban',
  board: ['######', '#PXO_#', '#____#', '#____#', '#____#', '######'],
  turns: 2,
  parts: 3,
}
const square: TeamTask = { game: 'sudoku', board: ['12__', '3412', '2143', '4321'], turns: 2, parts: 3 }

test('Plan-Path by hand: a shortest way pays 1.5, each step −0.01, a blocked one −0.1, and the shaping', t => {
  const world = teams()
  const won = present(carriedOut(path, start(path), 'down right right'))
  t.true(won.won)
  /* Φ is −3, −2, −1, 0 on the way. */
  close(t, won.reward, 1.5 - 0.03 + (-2 * 0.99 + 3) + (-0.99 + 2) + 1)
  const detour = present(carriedOut({ ...path, parts: 8 }, start(path), 'right left down right right'))
  t.true(detour.won)
  close(t, detour.reward - (1 - 0.05), -2 * 0.99 + 3 + (-3 * 0.99 + 2) + (-2 * 0.99 + 3) + (-0.99 + 2) + 1)
  const blocked = present(carriedOut(path, start(path), 'up'))
  t.deepEqual(blocked.board, path.board)
  close(t, blocked.reward, -0.01 - 0.1 + (-3 * 0.99 + 3))
  /* The planner's last turn without a win costs 1 more. */
  const last: TeamState = { task: path, board: path.board, spent: 0, turn: 1, proposal: '', won: false }
  close(t, present(world.step(last, 'up').reward), blocked.reward - 1)
  t.like(world.step(last, 'jump'), { reward: -1, localReward: -2, won: false })
})

test('Sokoban by hand: the step that wins pays 11, one off the target −0.5, one that moves nothing −0.05', t => {
  const won = present(carriedOut(room, start(room), 'right'))
  t.true(won.won)
  close(t, won.reward, 10 + 1 - 0.01 + 0.1)
  const stuck = present(carriedOut(room, start(room), 'left'))
  close(t, stuck.reward, -0.05 - 0.01 + 0.1 * (-0.99 + 1))
  const two: TeamTask = { ...room, board: ['######', '#P√_X#', '#___O#', '#____#', '#____#', '######'] }
  close(t, present(carriedOut(two, start(two), 'right')).reward, -0.5 - 0.01 + 0.1 * (-2 * 0.99 + 1))
})

test('Sudoku by hand: a right cell counts for its share and its units, a given or forbidden one −1', t => {
  const first = present(carriedOut(square, start(square), 'c1 3'))
  /* One of two open cells, and the third column. */
  close(t, first.reward, -0.01 + 0.5 / 2 + 0.02)
  const both = present(carriedOut(square, start(square), 'c1 3 d1 4'))
  t.true(both.won)
  /* The row, both columns and the box. */
  close(t, both.reward, 2 + 0.5 - 0.02 + 0.5 + 0.02 * 4)
  for (const refused of ['a1 1', 'c1 1', 'c1 2']) {
    const tried = present(carriedOut(square, start(square), refused))
    t.deepEqual(tried.board, square.board)
    close(t, tried.reward, -1.01)
  }
})

test('a list is none: other words, too many parts, nothing; and a task of a file that is none is refused', t => {
  for (const text of ['', 'jump', 'down right right down', 'down, right'])
    t.is(carriedOut(path, start(path), text), null, text)
  for (const text of ['c1', 'c1 5', 'e1 1', '3 c1', 'c1 3 d1'])
    t.is(carriedOut(square, start(square), text), null, text)
  const { parseTask } = teams()
  for (const wrong of [
    { ...path, board: ['P__', '___', '___'] },
    { ...square, board: ['11__', '3412', '2143', '4321'] },
    { ...square, board: ['____', '____', '____', '____'] },
    { ...room, board: room.board.slice(1) },
  ])
    t.throws(() => parseTask(wrong), { instanceOf: RangeError, message: /task\.board: must be a board of/ })
  t.throws(() => parseTask({ ...path, turns: 0 }), { instanceOf: RangeError, message: /turns/ })
})

for (const game of teamGameNames) {
  test(`${game}: the reference wins in the least number of parts, and a corrupted one does not`, t => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(), (seed, place) => {
        const task = { ...taskOf(game, seed), parts: 8, turns: 20 }
        const { best, distance, move, isWon, possible } = teamGameOf(task)
        const least = distance(task.board)
        const parts = best(task.board, least)
        t.is(parts.length, least)
        const end = parts.reduce((board, part) => move(board, part).board, task.board)
        t.true(isWon(end))
        t.is(distance(end), 0)
        /* One part exchanged for another that leads elsewhere does not win by as many. */
        const at = place % least
        const before = parts.slice(0, at).reduce((board, part) => move(board, part).board, task.board)
        for (const other of possible(before)) {
          const astray = move(before, other).board
          if (distance(astray) !== least - at - 1) t.true(distance(astray) > least - at - 1)
        }
        t.false(isWon(parts.slice(0, -1).reduce((board, part) => move(board, part).board, task.board)))
      }),
      { numRuns: 25 },
    )
  })

  test(`${game}: what the tool says changes nothing, and is paid what the planner would be paid for it`, t => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(), (seed, pick) => {
        const world = teams({ games: [game] })
        const { state } = world.start(taskOf(game, seed))
        t.is(present(world.turns).next(state), 'tool')
        const lists = [...world.admissible(state), 'jump']
        const said = nth(lists, pick % lists.length)
        const proposed = world.step(state, said)
        t.deepEqual(proposed.state.board, state.board)
        t.is(present(world.turns).next(proposed.state), 'plan')
        const done = world.step(proposed.state, said)
        t.is(done.reward, proposed.reward)
        t.is(done.localReward, proposed.localReward)
        t.true(proposed.observation.startsWith('Plan:') && done.observation.startsWith('Tool:'))
      }),
      { numRuns: 25 },
    )
  })
}

test('a split that has no task is refused for what it lacks: boards of its own, or long and short enough ways', t => {
  const refused = (options: TeamOptions, message: RegExp): void =>
    void t.throws(() => teams(options).generate('unseen', randomFrom(rootKey(1))), { instanceOf: RangeError, message })
  refused({ size: 3, obstacles: 0 }, /^no plan-path of the split unseen takes 3 to 12 parts: of 20000 draws 0 are of/)
  refused({ size: 3, least: 13 }, /^no plan-path of the split unseen takes 13 to 12 parts: of 20000 draws [1-9]/)
})
