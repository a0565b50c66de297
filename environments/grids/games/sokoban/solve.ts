/** Shortest solutions of a room, by breadth-first search over where the player and the boxes are. Pure. */
import type { Board } from '../../kernel/board.ts'
import { roomOf } from './rules.ts'

/** States looked at before a room is given up as too large; a room of 6 × 6 with two boxes has fewer. */
const maxStates = 200_000

/** Steps to a room in which every box is on a target; `Infinity` if there is no way of at most so many. */
export function solutionLength(board: Board, most = Infinity): number {
  const width = board.length
  const { floors, targets, boxes, player } = roomOf(board)
  const isFloor = Array.from(
    { length: width * width },
    (_, cell) => floors[Math.floor(cell / width)]?.[cell % width] === '_',
  )
  const goals = new Set(targets.map(([row, column]) => row * width + column))
  const moves = [-1, width, 1, -width]
  const placed = boxes.map(([row, column]) => row * width + column).sort(ascending)
  let front: (readonly [player: number, boxes: readonly number[]])[] = [[player[0] * width + player[1], placed]]
  const seen = new Set(front.map(keyOf))
  for (let steps = 0; front.length > 0 && seen.size < maxStates; steps += 1) {
    if (front.some(([, at]) => at.every(box => goals.has(box)))) return steps
    if (steps === most) break
    const next: typeof front = []
    for (const [from, at] of front)
      for (const move of moves) {
        const to = from + move
        const box = at.indexOf(to)
        const beyond = to + move
        if (isFloor[to] !== true || (box >= 0 && (isFloor[beyond] !== true || at.includes(beyond)))) continue
        const state = [to, box < 0 ? at : at.with(box, beyond).sort(ascending)] as const
        const key = keyOf(state)
        if (seen.has(key)) continue
        seen.add(key)
        next.push(state)
      }
    front = next
  }
  return Infinity
}

const ascending = (one: number, other: number): number => one - other

const keyOf = ([player, boxes]: readonly [number, readonly number[]]): number =>
  boxes.reduce((key, box) => key * 100 + box, player)
