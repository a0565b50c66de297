/** The backward search of gym_sokoban: from boxes on their targets, by pulls and steps, to where they are farthest from them. Pure. */
import { zip } from '../../../../src/math/zip.ts'
import { neighbour, glyphAt, type Board, type Cell, type Heading } from '../../kernel/board.ts'
import { isSameCell, type Room } from './rules.ts'

/** The order of gym_sokoban's actions: pulls before steps. */
const order: readonly Heading[] = ['up', 'down', 'left', 'right']
const opposite: Readonly<Record<Heading, Heading>> = { up: 'down', down: 'up', left: 'right', right: 'left' }
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
  const explored = new Set<number>()
  let best: PulledRoom | null = null
  let bestScore = 0

  const search = (room: Room, swaps: number, last: number, depth: number): void => {
    if (depth <= 1 || explored.size >= maxStates) return
    const key = keyOf(room)
    if (explored.has(key)) return
    explored.add(key)
    const displacement = displacementOf(room)
    const isCovered = targets.some(target => [...room.boxes, room.player].some(cell => isSameCell(cell, target)))
    const score = isCovered ? 0 : swaps * displacement
    if (score > bestScore) {
      best = { room, displacement }
      bestScore = score
    }
    for (const pulls of [true, false])
      for (const direction of order) {
        const { room: next, pulled } = reversed(room, direction, pulls)
        const isSwap = pulled !== null && pulled !== last
        search(next, isSwap ? swaps + 1 : swaps, pulled ?? last, depth - 1)
      }
  }
  search({ floors, targets, boxes: targets, player }, 0, -1, searchDepth)
  return best
}

/** A step of the player, who takes the box behind along if it is to be pulled. */
function reversed(
  room: Room,
  direction: Heading,
  pulls: boolean,
): { readonly room: Room; readonly pulled: number | null } {
  const { floors, boxes, player } = room
  const to = neighbour(player, direction)
  if (glyphAt(floors, to) !== '_' || boxes.some(box => isSameCell(box, to))) return { room, pulled: null }
  const behind = neighbour(player, opposite[direction])
  const index = pulls ? boxes.findIndex(box => isSameCell(box, behind)) : -1
  if (index < 0) return { room: { ...room, player: to }, pulled: null }
  return { room: { ...room, player: to, boxes: boxes.with(index, player) }, pulled: index }
}

/** Boxes are interchangeable; a room has at most 10 rows and columns, and 3 boxes. */
const keyOf = ({ boxes, player }: Room): number =>
  boxes
    .map(numberOf)
    .sort((one, other) => one - other)
    .reduce((key, box) => key * 100 + box, numberOf(player))

const numberOf = ([row, column]: Cell): number => row * 10 + column

const displacementOf = ({ boxes, targets }: Room): number =>
  zip(boxes, targets).reduce((sum, [[row, column], [r, c]]) => sum + Math.abs(row - r) + Math.abs(column - c), 0)
