/**
 * Sudoku of 4 × 4: each row, column and box of 2 × 2 has 1 to 4. A list is `b1 3 c2 4`; written cells may be overwritten.
 * Glyphs: 1 to 4 as given, _ open, a to d for 1 to 4 as written.
 * Source: AT-GRPO, arXiv 2510.11062: −0.01 a cell, −1 for one that is given or that the given ones forbid, 0.5 times the share of open
 * cells that become right, 0.02 for each row, column and box that does, 2 when all are, 0.5 more with nothing written twice.
 */
import { nth } from '../../../src/math/nth.ts'
import type { Random } from '../../../src/math/random.ts'
import { placeName, type Board } from '../../grids/kernel/board.ts'
import type { PartMove, TeamGame } from './game.ts'

const side = 4
const values = [1, 2, 3, 4] as const
const cells = Array.from({ length: side * side }, (_, cell) => cell)
const nameOf = (cell: number): string => placeName([Math.floor(cell / side), cell % side])
const names = cells.map(nameOf)

/** [16] in reading order, 0 where open. */
type Square = readonly number[]

export const teamSudoku: TeamGame = {
  rewards: { invalid: -1, won: 2, efficient: 0.5, failed: 0, shaping: 0 },
  draw: (random, { holes }) => {
    const open = random.shuffle(cells).slice(0, holes)
    const square = drawn(random).map((value, cell) => (open.includes(cell) ? 0 : value))
    return solutions(square).length === 1 ? boardOf(square) : null
  },
  holds: board => {
    const isPlain =
      board.length === side && board.every(({ length }) => length === side) && /^[1-4_]*_[1-4_]*$/.test(board.join(''))
    return (
      isPlain &&
      givens(board).every((value, cell) => value === 0 || mayBe(givens(board), cell, value)) &&
      solutions(givens(board)).length === 1
    )
  },
  layoutOf: board => solutionOf(board).join(''),
  goal: 'Fill the square.',
  opening: board => `Given are ${toldOf(givens(board))}.`,
  look: board => (isWon(board) ? 'The square is right.' : `Written are ${toldOf(written(board))}.`),
  parts: text => {
    const words = text.split(' ').filter(word => word !== '')
    const pairs = words.flatMap((word, index) => (index % 2 === 0 ? [`${word} ${words[index + 1] ?? ''}`] : []))
    return pairs.length > 0 && pairs.every(isPart) ? pairs : null
  },
  possible: board =>
    cells.flatMap(cell => values.map(value => `${nameOf(cell)} ${value}`).filter(part => placed(board, part).taken)),
  move: placed,
  best: (board, most) =>
    wrongCells(board)
      .slice(0, most)
      .map(cell => `${nameOf(cell)} ${nth(solutionOf(board), cell)}`),
  distance: board => wrongCells(board).length,
  isWon,
  potential: () => 0,
}

const isPart = (part: string): boolean => /^[a-d][1-4] [1-4]$/.test(part)

const glyphs = (board: Board): readonly string[] => [...board.join('')]
const marksOfWritten = ['a', 'b', 'c', 'd'] as const
const givens = (board: Board): Square => glyphs(board).map(glyph => (/[1-4]/.test(glyph) ? Number(glyph) : 0))
const written = (board: Board): Square =>
  glyphs(board).map(glyph => marksOfWritten.findIndex(mark => mark === glyph) + 1)
const boardOf = (square: Square): Board =>
  Array.from({ length: side }, (_, row) =>
    square
      .slice(row * side, (row + 1) * side)
      .map(value => '_1234'[value])
      .join(''),
  )
const toldOf = (square: Square): string =>
  square.flatMap((value, cell) => (value === 0 ? [] : [`${nameOf(cell)} ${value}`])).join(', ') || 'none'

/** The rows, columns and boxes, as cells. */
const units = [
  ...values.map((_, row) => cells.filter(cell => Math.floor(cell / side) === row)),
  ...values.map((_, column) => cells.filter(cell => cell % side === column)),
  ...values.map((_, box) => cells.filter(cell => 2 * Math.floor(cell / 8) + Math.floor((cell % side) / 2) === box)),
]

const mayBe = (square: Square, cell: number, value: number): boolean =>
  units.every(unit => !unit.includes(cell) || unit.every(other => other === cell || square[other] !== value))

/** At most two, values tried in this order. */
function solutions(square: Square, tried: readonly number[] = values, most = 2): readonly Square[] {
  const cell = square.indexOf(0)
  if (cell === -1) return [square]
  const found: Square[] = []
  for (const value of tried)
    if (found.length < most && mayBe(square, cell, value))
      found.push(...solutions(square.with(cell, value), tried, most - found.length))
  return found
}

function drawn(random: Random): Square {
  const first = [...random.shuffle(values), ...Array<number>(12).fill(0)]
  return solutions(first, random.shuffle(values), 1)[0] ?? drawn(random)
}

const solutionOf = (board: Board): Square => nth(solutions(givens(board)), 0)

/** Cells that are open or written wrong. */
function wrongCells(board: Board): readonly number[] {
  const solution = solutionOf(board)
  const [given, own] = [givens(board), written(board)]
  return cells.filter(cell => given[cell] === 0 && own[cell] !== solution[cell])
}

function isWon(board: Board): boolean {
  return wrongCells(board).length === 0
}

function placed(board: Board, part: string): PartMove {
  const [name = '', digit = ''] = part.split(' ')
  const [cell, value] = [names.indexOf(name), Number(digit)]
  const given = givens(board)
  if (!isPart(part) || given[cell] !== 0 || !mayBe(given, cell, value)) return { board, taken: false, gain: 0 }
  const marks = glyphs(board)
    .with(cell, nth(marksOfWritten, value - 1))
    .join('')
  const next = [0, 1, 2, 3].map(row => marks.slice(row * side, (row + 1) * side))
  const open = given.filter(each => each === 0).length
  const progress = (wrongCells(board).length - wrongCells(next).length) / open
  return { board: next, taken: true, gain: 0.5 * progress + 0.02 * (rightUnits(next) - rightUnits(board)) }
}

function rightUnits(board: Board): number {
  const wrong = wrongCells(board)
  return units.filter(unit => unit.every(cell => !wrong.includes(cell))).length
}
