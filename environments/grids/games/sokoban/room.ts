/**
 * Rooms of Sokoban as gym_sokoban makes them: floors along a random walk, boxes pulled away from their targets by a search that
 * plays backwards.
 * Source: gym_sokoban's room_utils (mpSchrader), as RAGEN uses it, arXiv 2504.20073. Departures: all chance is of one key, and a
 * draw that fails gives nothing, where RAGEN draws again from a hash that Python salts in each process.
 */
import type { Random } from '../../../../src/math/random.ts'
import { neighbour, cellsOf, directionNames, glyphAt, withGlyphs, type Board, type Cell } from '../../kernel/board.ts'
import { farthestPulled } from './reverse-play.ts'
import { inRoom, isSameCell, type Room } from './rules.ts'

/** Floors that a step of the walk leaves around it. */
const masks = [
  ['   ', '###', '   '],
  [' # ', ' # ', ' # '],
  ['   ', '## ', ' # '],
  ['   ', '## ', '## '],
  ['   ', ' ##', ' # '],
] as const
const turnChance = 0.35
const tries = 4

interface RoomSizes {
  /** Rows and columns, walls included. */
  readonly room: number
  readonly boxes: number
  /** Depth of the backward search. */
  readonly searchDepth: number
}

/** A room that can be solved, with no box on a target that it began on; `null` if four draws gave none. */
export function drawRoom(random: Random, { room: size, boxes, searchDepth }: RoomSizes): Board | null {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const floors = topology(random, size)
    const free = random.shuffle(cellsOf(floors, '_'))
    const [player, ...rest] = free
    if (player === undefined || rest.length <= boxes) continue
    const pulled = farthestPulled({ floors, targets: rest.slice(0, boxes), player }, searchDepth)
    if (pulled === null) continue
    return inRoom(wandered(random, pulled.room, pulled.displacement === 1 ? 0.8 : 0.5))
  }
  return null
}

function topology(random: Random, size: number): Board {
  let board: Board = Array.from({ length: size }, () => '#'.repeat(size))
  let direction = random.pick(directionNames)
  let cell: Cell = [1 + random.integer(size - 1), 1 + random.integer(size - 1)]
  const steps = Math.floor(1.7 * (size + size))
  for (let step = 0; step < steps; step += 1) {
    if (random.uniform() < turnChance) direction = random.pick(directionNames)
    const [row, column] = neighbour(cell, direction)
    cell = [inside(row, size), inside(column, size)]
    board = stamped(board, cell, random.pick(masks))
  }
  return board
}

const inside = (place: number, size: number): number => Math.min(size - 2, Math.max(1, place))

/** The walls of the border stay. */
function stamped(board: Board, [row, column]: Cell, mask: readonly string[]): Board {
  const last = board.length - 1
  const floors = cellsOf(mask, '#').map(([r, c]): Cell => [row + r - 1, column + c - 1])
  const open = floors.filter(([r, c]) => r > 0 && c > 0 && r < last && c < last)
  return withGlyphs(
    board,
    open.map(cell => [cell, '_']),
  )
}

/** The player takes 1 to 3 steps at random, without pushing. */
function wandered(random: Random, room: Room, chance: number): Room {
  if (random.uniform() >= chance) return room
  let { player } = room
  for (let step = 0; step < 3; step += 1) {
    const open = directionNames
      .map(direction => neighbour(player, direction))
      .filter(cell => glyphAt(room.floors, cell) === '_' && !room.boxes.some(box => isSameCell(box, cell)))
    if (open.length === 0) break
    player = random.pick(open)
    if (random.uniform() < 0.5) break
  }
  return { ...room, player }
}
