/** SpiralMatrix: the digits of a matrix in a clockwise spiral from its first. `SpiralMatrix 1 2 ; 3 4` → `1 2 4 3`. */
import { nth } from '../../../src/math/nth.ts'
import { defineFamily } from '../family/family.ts'
import { listReward } from '../family/rewards.ts'
import { digitsIn } from '../family/words.ts'

/** [rows][columns] digits. */
type Matrix = readonly (readonly number[])[]

const least = 4
const top = 6

/** The rows below the first, turned so that the spiral continues along a first row. */
const restOf = ([first = [], ...below]: Matrix): Matrix =>
  below.length === 0 ? [] : first.map((_, column) => below.map(row => nth(row, first.length - 1 - column)))

const spiral = (matrix: Matrix): readonly number[] => {
  const [first] = matrix
  return first === undefined ? [] : [...first, ...spiral(restOf(matrix))]
}

const levelOfMatrix = (matrix: Matrix): number => matrix.length + nth(matrix, 0).length - least

export const spiralMatrix = defineFamily<Matrix>({
  name: 'SpiralMatrix',
  rule: 'rows of digits. Give them in a clockwise spiral from the first',
  top,
  words: level => {
    const cells = Math.floor(((least + level) / 2) ** 2)
    return 2 * cells + Math.ceil((least + level) / 2) + 4
  },
  generate: (level, random) => {
    const rows = 2 + random.integer(level + 1)
    return Array.from({ length: rows }, () => Array.from({ length: least + level - rows }, () => random.integer(10)))
  },
  write: matrix => matrix,
  read: rows => {
    const read = rows.map(digitsIn)
    if (!read.every(row => row !== null && row.length === rows[0]?.length)) return null
    const matrix = read.filter(row => row !== null)
    const level = levelOfMatrix(matrix)
    return level >= 0 && level <= top ? matrix : null
  },
  level: levelOfMatrix,
  solve: spiral,
  reward: (matrix, answer) => listReward(spiral(matrix), answer),
  /** After the first row comes the spiral of the rest; of a single row all but its end. */
  part: (matrix, answer) => {
    const first = nth(matrix, 0)
    return matrix.length === 1
      ? { problem: [first.slice(0, -1)], answer: answer.slice(0, -1) }
      : { problem: restOf(matrix), answer: answer.slice(first.length) }
  },
})
