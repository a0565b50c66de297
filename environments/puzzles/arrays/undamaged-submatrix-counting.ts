/**
 * UndamagedSubmatrixCounting: how many rectangles of a matrix have no damaged cell, which is 0.
 * `UndamagedSubmatrixCounting 1 1 ; 0 1` → `5`.
 */
import { nth } from '../../../src/math/nth.ts'
import { defineFamily } from '../family/family.ts'
import { exactReward } from '../family/rewards.ts'
import { digitsIn, largestNumberWord } from '../family/words.ts'

/** [rows][columns] 1, or 0 where damaged. */
type Cells = readonly (readonly number[])[]

const least = 4
const top = 5

/** Rectangles whose lowest row is this one and that are whole: of each pair of columns, the whole rows above in a run. */
function endingIn(cells: Cells, row: number): number {
  const width = nth(cells, 0).length
  const isWhole = (at: number, from: number, to: number): boolean =>
    nth(cells, at)
      .slice(from, to + 1)
      .every(cell => cell === 1)
  let count = 0
  for (let from = 0; from < width; from += 1)
    for (let to = from; to < width; to += 1) for (let at = row; at >= 0 && isWhole(at, from, to); at -= 1) count += 1
  return count
}

const countOf = (cells: Cells): number => cells.reduce((sum, _, row) => sum + endingIn(cells, row), 0)

const levelOfCells = (cells: Cells): number => cells.length + nth(cells, 0).length - least

const transposed = (cells: Cells): Cells => nth(cells, 0).map((_, column) => cells.map(row => nth(row, column)))

export const undamagedSubmatrixCounting = defineFamily<Cells>({
  name: 'UndamagedSubmatrixCounting',
  rule: 'rows of cells, 0 if damaged. Count the rectangles without a damaged cell',
  top,
  words: level => Math.floor(((least + level) / 2) ** 2) + least + level + 1,
  generate: (level, random) => {
    for (;;) {
      const rows = 1 + random.integer(level + 2)
      const cells = Array.from({ length: rows }, () =>
        Array.from({ length: least + level - rows }, () => (random.uniform() < 0.7 ? 1 : 0)),
      )
      if (countOf(cells) <= largestNumberWord) return cells
    }
  },
  write: cells => cells,
  read: rows => {
    const cells = rows.map(digitsIn).filter(row => row !== null)
    const isRectangle = cells.length === rows.length && cells.every(row => row.length === rows[0]?.length)
    if (!isRectangle || !cells.every(row => row.every(cell => cell <= 1))) return null
    const level = levelOfCells(cells)
    return level >= 0 && level <= top && countOf(cells) <= largestNumberWord ? cells : null
  },
  level: levelOfCells,
  solve: cells => [countOf(cells)],
  reward: (cells, answer) => exactReward([countOf(cells)], answer),
  /** Without its last row, or the last column of a single row, there are those fewer that reach it. */
  part: (cells, [answer]) => {
    const standing = cells.length > 1 ? cells : transposed(cells)
    const rest = standing.slice(0, -1)
    return {
      problem: cells.length > 1 ? rest : transposed(rest),
      answer: [Number(answer) - endingIn(standing, standing.length - 1)],
    }
  },
})
