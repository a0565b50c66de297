/** Edits of a task: positions, obstacles and the number of steps. A candidate stays in its split. */
import type { Direction, Edit } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import { gameOf } from '../games/games.ts'
import { cellsOf, glyphAt, withGlyphs, type Board, type Cell } from '../kernel/board.ts'
import type { Game } from '../kernel/game.ts'
import { gridSplit, type GridTask } from './task.ts'

type Glyphs = NonNullable<Game['edited']>
/** A changed board; `null` if none fits. */
type Change = (board: Board, glyphs: Glyphs, random: Random) => Board | null

const edits: Readonly<
  Record<string, { readonly direction: Direction; readonly reason: string; readonly change: Change }>
> = {
  'farther-start': { direction: 'harder', reason: 'The way from the start is longer.', change: movedPlayer },
  'farther-goal': { direction: 'harder', reason: 'The way to the goal is longer.', change: movedGoal },
  'more-obstacles': { direction: 'harder', reason: 'There is one more obstacle.', change: added },
  'nearer-start': { direction: 'easier', reason: 'The way from the start is shorter.', change: movedPlayer },
  'nearer-goal': { direction: 'easier', reason: 'The way to the goal is shorter.', change: movedGoal },
  'fewer-obstacles': { direction: 'easier', reason: 'There is one obstacle less.', change: removed },
}

export const gridEditNames = (direction: Direction): readonly string[] =>
  Object.entries(edits).flatMap(([name, edit]) => (edit.direction === direction ? [name] : []))

/** One candidate, not yet validated; `null` if it does not apply. */
export function editGridTask(task: GridTask, name: string, random: Random): Edit<GridTask> | null {
  const { edited, holds, distance } = gameOf(task)
  const edit = edits[name]
  if (edit === undefined || edited === null) return null
  const board = edit.change(task.board, edited, random)
  if (board === null || !holds(board)) return null
  const [before, after] = [distance(task.board), distance(board)]
  const isMoved = name.endsWith('start') || name.endsWith('goal')
  const fits = !isMoved || (edit.direction === 'harder' ? after > before : after < before)
  const changed = { ...task, board }
  if (after === Infinity || after === 0 || !fits || gridSplit(changed) !== gridSplit(task)) return null
  return { task: changed, name, reason: edit.reason }
}

function movedPlayer(board: Board, { player, floor }: Glyphs, random: Random): Board | null {
  const [from] = cellsOf(board, player)
  if (from === undefined || glyphAt(board, from) !== player[0]) return null
  return swapped(board, from, drawnOf(board, floor, random))
}

function movedGoal(board: Board, { goal, floor }: Glyphs, random: Random): Board | null {
  return swapped(board, drawnOf(board, goal, random), drawnOf(board, floor, random))
}

function added(board: Board, { obstacle, floor }: Glyphs, random: Random): Board | null {
  const cell = drawnOf(board, floor, random)
  return cell === null ? null : withGlyphs(board, [[cell, obstacle]])
}

/** Walls of a room's border are none of its obstacles. */
function removed(board: Board, { obstacle, floor }: Glyphs, random: Random): Board | null {
  const last = board.length - 1
  const cells = cellsOf(board, obstacle).filter(
    ([row, column]) => obstacle !== '#' || (row > 0 && column > 0 && row < last && column < last),
  )
  return cells.length === 0 ? null : withGlyphs(board, [[random.pick(cells), floor]])
}

const drawnOf = (board: Board, glyphs: string, random: Random): Cell | null => {
  const cells = cellsOf(board, glyphs)
  return cells.length === 0 ? null : random.pick(cells)
}

function swapped(board: Board, one: Cell | null, other: Cell | null): Board | null {
  const [a, b] = [one && glyphAt(board, one), other && glyphAt(board, other)]
  if (one === null || other === null || a === null || b === null) return null
  return withGlyphs(board, [
    [one, b],
    [other, a],
  ])
}
