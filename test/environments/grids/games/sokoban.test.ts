import test from 'ava'
import fc from 'fast-check'
import { drawRoom } from '../../../../environments/grids/games/sokoban/room.ts'
import { inRoom, roomOf } from '../../../../environments/grids/games/sokoban/rules.ts'
import { solutionLength } from '../../../../environments/grids/games/sokoban/solve.ts'
import { sokoban } from '../../../../environments/grids/games/sokoban/sokoban.ts'
import { directionNames, type Board } from '../../../../environments/grids/kernel/board.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'

const sure = (): number => 0
const after = (board: Board, ...actions: readonly string[]) =>
  actions.reduce((done, action) => sokoban.move(done.board, action, sure), {
    board,
    reward: 0,
    won: false,
    lost: false,
  })

const rooms = fc
  .record({ seed: fc.nat(2000), boxes: fc.constantFrom(1, 2), searchDepth: fc.constantFrom(10, 40) })
  .map(({ seed, ...sizes }) => drawRoom(randomFrom(rootKey(seed)), { room: 6, ...sizes }))
  .filter(board => board !== null)

test('by hand: the step that wins pays 10.9, one off the target −1.1, one against a wall −0.1', t => {
  const board = ['######', '#PXO_#', '#____#', '######', '######', '######']
  const won = after(board, 'right')
  t.deepEqual(won, {
    board: ['######', '#_P√_#', '#____#', '######', '######', '######'],
    reward: 10.9,
    won: true,
    lost: false,
  })
  const off = after(won.board, 'right')
  t.is(off.reward, -1.1)
  t.is(off.board[1], '#__SX#')
  const wall = after(off.board, 'right')
  t.deepEqual([wall.board, wall.reward], [off.board, -0.1])
})

test('every room that is drawn can be solved, has no box on a target, and walls all around', t => {
  fc.assert(
    fc.property(rooms, board => {
      t.true(sokoban.holds(board))
      t.not(solutionLength(board), Infinity)
      t.false(board.join('').includes('√'))
    }),
    { numRuns: 40 },
  )
})

test('a seed is a room, and a room is its list of cells', t => {
  fc.assert(
    fc.property(fc.nat(500), seed => {
      const draw = () => drawRoom(randomFrom(rootKey(seed)), { room: 6, boxes: 1, searchDepth: 30 })
      const board = draw()
      t.deepEqual(draw(), board)
      if (board !== null) t.deepEqual(inRoom(roomOf(board)), board)
    }),
    { numRuns: 40 },
  )
})

test('a search for a way of at most so many steps finds the shortest one, or none if that is longer', t => {
  fc.assert(
    fc.property(rooms, fc.nat(30), (board, most) => {
      const length = solutionLength(board)
      t.is(solutionLength(board, most), length <= most ? length : Infinity)
    }),
    { numRuns: 40 },
  )
})

test('the way told by the search is one step shorter after each of the best steps, and by no other', t => {
  fc.assert(
    fc.property(rooms, board => {
      const length = solutionLength(board)
      const best = sokoban.best(board)
      for (const direction of directionNames)
        t.is(solutionLength(after(board, direction).board) === length - 1, best.includes(direction))
    }),
    { numRuns: 30 },
  )
})

test('boxes are neither made nor lost, and a box in a corner cannot be won any more', t => {
  fc.assert(
    fc.property(rooms, fc.array(fc.constantFrom(...directionNames), { maxLength: 30 }), (board, actions) => {
      const { board: last } = after(board, ...actions)
      t.is(roomOf(last).boxes.length, roomOf(board).boxes.length)
      t.deepEqual(roomOf(last).targets, roomOf(board).targets)
      t.deepEqual(roomOf(last).floors, roomOf(board).floors)
    }),
    { numRuns: 40 },
  )
  t.deepEqual(sokoban.best(['#####', '#X__#', '#_PO#', '#___#', '#####']), [])
})
