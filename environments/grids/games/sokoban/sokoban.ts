/**
 * Sokoban: push every box onto a target. Reward is −0.1 a step, +1 for a box that comes onto a target, −1 for one that leaves it, and
 * +10 when all are there.
 * Glyphs: # wall, _ floor, O target, X box, √ box on a target, P player, S player on a target.
 * Source: gym_sokoban and RAGEN, arXiv 2504.20073. Departures: one action a turn, and the walls of the border are not shown.
 */
import {
  neighbour,
  cellsOf,
  directionNames,
  glyphAt,
  isHeading,
  placesOf,
  printedBoard,
  type Board,
  type Cell,
  type Heading,
} from '../../kernel/board.ts'
import type { Game, GameMove } from '../../kernel/game.ts'
import { drawRoom } from './room.ts'
import { inRoom, isSameCell, roomOf } from './rules.ts'
import { solutionLength } from './solve.ts'

export const sokoban: Game = {
  steps: 15,
  edited: { player: 'PS', floor: '_', obstacle: '#', goal: 'O' },
  draw: drawRoom,
  holds: board =>
    /^#+$/.test((board[0] ?? '') + (board.at(-1) ?? '')) &&
    board.every(line => line.startsWith('#') && line.endsWith('#')) &&
    !/[^#_OX√PS]/.test(board.join('')) &&
    cellsOf(board, 'PS').length === 1 &&
    cellsOf(board, 'X√').length === cellsOf(board, 'O√S').length &&
    cellsOf(board, 'X').length > 0,
  layoutOf: board => roomOf(board).floors.join('/'),
  goal: () => 'Push every box onto a target.',
  opening: (board, observe) =>
    observe === 'board'
      ? `\n${printedBoard(board)}`
      : `Targets are at ${places(cellsOf(board, 'O√S'))}. Walls are at ${places(innerWalls(board))}. ${now(board)}`,
  look: (board, { won }, observe) => {
    if (won) return 'Every box is on a target.'
    return observe === 'board' ? printedBoard(board) : now(board)
  },
  actions: () => [...directionNames].sort(),
  move: (board, action) => {
    if (!isHeading(action)) throw new RangeError(`a step must be ${directionNames.join(', ')}, got ${action}`)
    return pushed(board, action)
  },
  best: board => {
    const distance = solutionLength(board)
    if (distance === Infinity) return []
    return directionNames.filter(direction => solutionLength(pushed(board, direction).board) < distance)
  },
  distance: solutionLength,
}

const now = (board: Board): string =>
  `Boxes are at ${places(cellsOf(board, 'X√'))}. You are at ${places(cellsOf(board, 'PS'))}.`

/** Places are counted without the border. */
const places = (cells: readonly Cell[]): string => placesOf(cells.map(([row, column]) => [row - 1, column - 1]))

const innerWalls = (board: Board): readonly Cell[] =>
  cellsOf(board, '#').filter(([row, column]) => [row, column].every(place => place > 0 && place < board.length - 1))

/** A step, and the box in the way pushed on; neither without room for it. */
function pushed(board: Board, direction: Heading): GameMove {
  const room = roomOf(board)
  const { floors, boxes, targets } = room
  const isFree = (cell: Cell): boolean => glyphAt(floors, cell) === '_' && !boxes.some(box => isSameCell(box, cell))
  const to = neighbour(room.player, direction)
  const box = boxes.findIndex(each => isSameCell(each, to))
  const beyond = neighbour(to, direction)
  const stays = { board, reward: -0.1, won: false, lost: false }
  if (box < 0 ? !isFree(to) : !isFree(beyond)) return stays
  const isTarget = (cell: Cell): boolean => targets.some(target => isSameCell(target, cell))
  const next = box < 0 ? boxes : boxes.with(box, beyond)
  const won = next.every(isTarget)
  const gained = box < 0 ? 0 : Number(isTarget(beyond)) - Number(isTarget(to))
  const reward = -0.1 + gained + (won ? 10 : 0)
  return { board: inRoom({ ...room, player: to, boxes: next }), reward, won, lost: false }
}
