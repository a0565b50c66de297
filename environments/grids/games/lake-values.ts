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

/**
 * The steps with the greatest chance ever to reach the goal, by value iteration; none where it is 0.
 *
 * @param slips where a step may go, each with equal chance.
 */
export function bestByChance(board: Board, slips: (direction: Heading) => readonly Heading[]): readonly Heading[] {
  const size = board.length
  const chance = Float64Array.from({ length: size * size }, (_, cell) => (at(board, cell) === 'G' ? 1 : 0))
  const ways = Array.from({ length: size * size }, (_, cell) => directionNames.map(to => slips(to).map(go(cell))))
  const open = ways.flatMap((_, cell) => ('_P'.includes(at(board, cell)) ? [cell] : []))
  const valueOf = (slipped: readonly number[]): number =>
    slipped.reduce((sum, next) => sum + (chance[next] ?? 0), 0) / slipped.length
  for (let change = 1, sweep = 0; change > settled && sweep < sweeps; sweep += 1) {
    change = 0
    for (const cell of open) {
      const value = Math.max(...nth(ways, cell).map(valueOf))
      change = Math.max(change, value - (chance[cell] ?? 0))
      chance[cell] = value
    }
  }
  const [row, column] = cellOf(board, 'P')
  const values = nth(ways, row * size + column).map(valueOf)
  const best = Math.max(...values)
  return best <= 0 ? [] : directionNames.filter((_, index) => nth(values, index) >= best - 1e-9)

  function go(cell: number): (direction: Heading) => number {
    const from: Cell = [Math.floor(cell / size), cell % size]
    return direction => {
      const [row, column] = neighbour(from, direction)
      return glyphAt(board, [row, column]) === null ? cell : row * size + column
    }
  }
}

const at = (board: Board, cell: number): string =>
  glyphAt(board, [Math.floor(cell / board.length), cell % board.length]) ?? 'O'
