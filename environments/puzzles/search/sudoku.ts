/**
 * Sudoku of 4 × 4: each row, column and box of 2 × 2 has 1 to 4. `Sudoku 1 2 3 4 ; 3 4 1 2 ; 2 1 4 _ ; 4 3 2 1` → what belongs in
 * the blanks, in reading order: `3`. Any completion by the rules is right.
 * Departure: the level is the number of blanks, where the source's is the size of the boxes.
 */
import { nth } from '../../../src/math/nth.ts'
import type { Random } from '../../../src/math/random.ts'
import { defineFamily } from '../family/family.ts'
import { invalidAnswer, malformedAnswer, rightAnswer, wrongAnswer } from '../family/rewards.ts'
import { numbersOf, type Rows } from '../family/words.ts'

/** [16] in reading order, 0 where blank. */
type Board = readonly number[]

const side = 4
const top = 11
const blank = '_'

const blanksOf = (board: Board): readonly number[] => [...board.keys()].filter(cell => nth(board, cell) === 0)

const boxOf = (cell: number): number => 2 * Math.floor(cell / 8) + Math.floor((cell % side) / 2)

const isSeen = (a: number, b: number): boolean =>
  a !== b && (a % side === b % side || Math.floor(a / side) === Math.floor(b / side) || boxOf(a) === boxOf(b))

const mayBe = (board: Board, cell: number, value: number): boolean =>
  board.every((other, at) => other !== value || !isSeen(at, cell))

/** The first completion, values tried in this order; `null` if unsolvable. */
function completed(board: Board, values: readonly number[]): Board | null {
  const cell = board.indexOf(0)
  if (cell === -1) return board
  for (const value of values) {
    const found = mayBe(board, cell, value) ? completed(board.with(cell, value), values) : null
    if (found !== null) return found
  }
  return null
}

const values = [1, 2, 3, 4] as const

function drawn(random: Random): Board {
  const first = [...random.shuffle(values), ...Array<number>(12).fill(0)]
  return completed(first, random.shuffle(values)) ?? drawn(random)
}

const filled = (board: Board, answer: readonly number[]): Board => {
  const blanks = blanksOf(board)
  return board.map((value, cell) => (value === 0 ? nth(answer, blanks.indexOf(cell)) : value))
}

const isRight = (board: Board): boolean => board.every((value, cell) => mayBe(board, cell, value))

const solved = (board: Board): readonly number[] => {
  const whole = completed(board, values) ?? board
  return blanksOf(board).map(cell => nth(whole, cell))
}

export const sudoku = defineFamily<Board>({
  name: 'Sudoku',
  rule: '4 rows; each row, column and quarter has 1 to 4. Give what belongs in the blanks, in reading order',
  top,
  words: level => 1 + side * side + (side - 1) + level + 1,
  generate: (level, random) => {
    const cells = random.shuffle([...Array(side * side).keys()]).slice(0, level + 1)
    return drawn(random).map((value, cell) => (cells.includes(cell) ? 0 : value))
  },
  write: (board): Rows =>
    Array.from({ length: side }, (_, row) =>
      board.slice(row * side, (row + 1) * side).map(value => (value === 0 ? blank : value)),
    ),
  read: rows => {
    if (rows.length !== side || rows.some(({ length }) => length !== side)) return null
    const board = rows.flat().map(word => (word === blank ? 0 : /^[1-4]$/.test(word) ? Number(word) : -1))
    const blanks = blanksOf(board).length
    const isPlain = !board.includes(-1) && blanks >= 1 && blanks <= top + 1
    const isLawful = board.every((value, cell) => value === 0 || mayBe(board, cell, value))
    return isPlain && isLawful && completed(board, values) !== null ? board : null
  },
  level: board => blanksOf(board).length - 1,
  solve: solved,
  reward: (board, answer) => {
    const numbers = numbersOf(answer)
    if (numbers === null) return malformedAnswer
    if (numbers.length !== blanksOf(board).length || numbers.some(value => value < 1 || value > side))
      return invalidAnswer
    return isRight(filled(board, numbers)) ? rightAnswer : wrongAnswer
  },
  /** With its first blank filled. */
  part: (board, [first, ...rest]) => ({ problem: board.with(board.indexOf(0), Number(first)), answer: rest }),
})
