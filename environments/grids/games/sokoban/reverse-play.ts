/** The backward search of gym_sokoban: from boxes on their targets, by pulls and steps, to where they are farthest from them. Pure. */
import { nth } from '../../../../src/math/nth.ts'
import { glyphAt, type Board, type Cell } from '../../kernel/board.ts'
import type { Room } from './rules.ts'

/** A room has at most 10 rows and columns: a cell is row × 10 + column. */
const width = 10
/** Up, down, left, right, as gym_sokoban has them. */
const steps = [-width, width, -1, 1]
const maxStates = 300_000

interface SolvedRoom {
  readonly floors: Board
  readonly targets: readonly Cell[]
  readonly player: Cell
}

interface PulledRoom {
  readonly room: Room
  /** Σ over boxes of the Manhattan distance to the target that each began on. */
  readonly displacement: number
}

/**
 * Of all rooms that a depth-first search comes through, the first with the highest score: how often another box was pulled
 * than before, times the displacement. A room with a target that is covered, by a box or by the player, counts 0.
 *
 * @returns `null` if none counts more than 0.
 */
export function farthestPulled({ floors, targets, player }: SolvedRoom, searchDepth: number): PulledRoom | null {
  const isFloor = Array.from({ length: width * width }, (_, cell) => glyphAt(floors, cellAt(cell)) === '_')
  const goals = targets.map(numberOf)
  const boxes = [...goals]
  const explored = new Set<number>()
  let best: PulledRoom | null = null
  let bestScore = 0

  const search = (at: number, swaps: number, last: number, depth: number): void => {
    if (depth <= 1 || explored.size >= maxStates) return
    const key = keyOf(at, boxes)
    if (explored.has(key)) return
    explored.add(key)
    const displacement = boxes.reduce((sum, box, index) => sum + distance(box, nth(goals, index)), 0)
    const isCovered = goals.some(goal => goal === at || boxes.includes(goal))
    const score = isCovered ? 0 : swaps * displacement
    if (score > bestScore) {
      best = { room: { floors, targets, boxes: boxes.map(cellAt), player: cellAt(at) }, displacement }
      bestScore = score
    }
    /* Pulls before steps; where no box is behind, a pull is a step. */
    for (const pulls of [true, false])
      for (const step of steps) {
        const [to, behind] = [at + step, at - step]
        if (isFloor[to] !== true || boxes.includes(to)) continue
        const pulled = pulls ? boxes.indexOf(behind) : -1
        if (pulled >= 0) boxes[pulled] = at
        search(to, pulled >= 0 && pulled !== last ? swaps + 1 : swaps, pulled >= 0 ? pulled : last, depth - 1)
        if (pulled >= 0) boxes[pulled] = behind
      }
  }
  search(numberOf(player), 0, -1, searchDepth)
  return best
}

/** Boxes are interchangeable; there are at most 3. */
const keyOf = (player: number, boxes: readonly number[]): number =>
  boxes.toSorted((one, other) => one - other).reduce((key, box) => key * 100 + box, player)

const numberOf = ([row, column]: Cell): number => row * width + column
const cellAt = (cell: number): Cell => [Math.floor(cell / width), cell % width]

const distance = (one: number, other: number): number =>
  Math.abs(Math.floor(one / width) - Math.floor(other / width)) + Math.abs((one % width) - (other % width))
