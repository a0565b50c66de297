/** Ways over the ice: the shortest, and the safest where it is slippery. Pure. */
import { neighbour, cellOf, directionNames, glyphAt, type Board, type Cell, type Heading } from '../kernel/board.ts'
import { nth } from '../../../src/math/nth.ts'

/** Steps of the shortest way from the player to the goal, by breadth-first search; `Infinity` if unreachable. */
export function lakeDistance(board: Board): number {
  const size = board.length
  const seen = new Set<number>()
  let front: readonly Cell[] = [cellOf(board, 'P')]
  for (let steps = 0; front.length > 0; steps += 1) {
    if (front.some(cell => glyphAt(board, cell) === 'G')) return steps
    for (const [row, column] of front) seen.add(row * size + column)
    const next = front.flatMap(cell => directionNames.map(direction => neighbour(cell, direction)))
    front = next.filter(([row, column], index) => {
      const isFirst = next.findIndex(([r, c]) => r === row && c === column) === index
      return isFirst && '_GP'.includes(glyphAt(board, [row, column]) ?? 'O') && !seen.has(row * size + column)
    })
  }
  return Infinity
}

/** Sweeps of value iteration at most: on a lake of 8 × 8 it has settled long before. */
const sweeps = 2000
const settled = 1e-12

/** Where a step may go, each with equal chance. */
type Slips = (direction: Heading) => readonly Heading[]

/** The steps with the greatest chance ever to reach the goal; none where it is 0. */
export function bestByChance(board: Board, slips: Slips): readonly Heading[] {
  const [row, column] = cellOf(board, 'P')
  const { chance, ways } = chancesOn(board.join('/').replace('P', '_'), slips)
  const values = nth(ways, row * board.length + column).map(next => meanOf(chance, next))
  const best = Math.max(...values)
  return best <= 0 ? [] : directionNames.filter((_, index) => nth(values, index) >= best - 1e-9)
}

interface Chances {
  readonly lake: string
  readonly slips: Slips
  /** Of each cell: that of reaching the goal from there. */
  readonly chance: Float64Array
  /** Of each cell and direction: the cells where the step may end. */
  readonly ways: readonly (readonly (readonly number[])[])[]
}

/** An episode asks for the same lake at each step. */
let last: Chances | null = null

/** By value iteration. @param lake its rows, without the player, joined by `/`. */
function chancesOn(lake: string, slips: Slips): Chances {
  if (last?.lake === lake && last.slips === slips) return last
  const board = lake.split('/')
  const size = board.length
  const cells = [...board.join('')]
  const chance = Float64Array.from(cells, glyph => (glyph === 'G' ? 1 : 0))
  const ways = cells.map((_, cell) => directionNames.map(to => slips(to).map(go(cell))))
  const open = cells.flatMap((glyph, cell) => (glyph === '_' ? [cell] : []))
  for (let change = 1, sweep = 0; change > settled && sweep < sweeps; sweep += 1) {
    change = 0
    for (const cell of open) {
      let value = 0
      for (const next of nth(ways, cell)) value = Math.max(value, meanOf(chance, next))
      change = Math.max(change, value - nth(chance, cell))
      chance[cell] = value
    }
  }
  return (last = { lake, slips, chance, ways })

  function go(cell: number): (direction: Heading) => number {
    const from: Cell = [Math.floor(cell / size), cell % size]
    return direction => {
      const [row, column] = neighbour(from, direction)
      return glyphAt(board, [row, column]) === null ? cell : row * size + column
    }
  }
}

function meanOf(chance: Float64Array, cells: readonly number[]): number {
  let sum = 0
  for (const cell of cells) sum += chance[cell] ?? 0
  return sum / cells.length
}
