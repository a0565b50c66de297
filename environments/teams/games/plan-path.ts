/**
 * Plan-Path: walk around obstacles to the goal.
 * Glyphs: P the player, _ free, # an obstacle, G the goal, √ the player at the goal.
 * Source: AT-GRPO, arXiv 2510.11062: −0.01 a step, −0.1 where it is blocked, 1 at the goal and 0.5 more by a shortest way, −1 if it
 * is not reached, shaping by the Manhattan distance.
 */
import {
  neighbour,
  cellOf,
  cellsOf,
  directionNames,
  glyphAt,
  isHeading,
  placesOf,
  withGlyphs,
  type Board,
  type Cell,
} from '../../grids/kernel/board.ts'
import { drawSquare } from '../../grids/kernel/draw-square.ts'
import type { TeamGame } from './game.ts'
import { stepsOf } from './steps.ts'

export const planPath: TeamGame = {
  rewards: { invalid: -0.1, won: 1, efficient: 0.5, failed: -1, shaping: 1 },
  draw: (random, { size, obstacles }) => {
    const board = drawSquare(random, size, { glyph: '#', chance: obstacles, other: '_' })
    return wayFrom(board).length === 0 ? null : board
  },
  holds: board =>
    board.every(({ length }) => length === board.length) &&
    !/[^P_#G]/.test(board.join('')) &&
    cellsOf(board, 'P').length === 1 &&
    cellsOf(board, 'G').length === 1,
  layoutOf: board => board.map(line => line.replace(/[PG√]/g, '_')).join('/'),
  goal: 'Walk to the goal.',
  opening: board => `The goal is at ${placesOf(cellsOf(board, 'G√'))}. Walls are at ${placesOf(cellsOf(board, '#'))}.`,
  look: board => (isWon(board) ? 'You reach the goal.' : `You are at ${placesOf(cellsOf(board, 'P'))}.`),
  parts: stepsOf,
  possible: board => directionNames.filter(direction => walked(board, direction).taken),
  move: (board, part) => ({ ...walked(board, part), gain: 0 }),
  best: (board, most) => wayFrom(board).slice(0, most),
  distance: board => (isWon(board) ? 0 : wayFrom(board).length || Infinity),
  isWon,
  potential: board => {
    const [row, column] = cellOf(board, 'P√')
    const [r, c] = cellOf(board, 'G√')
    return -Math.abs(row - r) - Math.abs(column - c)
  },
}

function isWon(board: Board): boolean {
  return cellsOf(board, '√').length > 0
}

const isFree = (glyph: string | null): boolean => glyph === '_' || glyph === 'G'

function walked(board: Board, direction: string): { readonly board: Board; readonly taken: boolean } {
  const from = cellOf(board, 'P√')
  if (!isHeading(direction)) return { board, taken: false }
  const to = neighbour(from, direction)
  const glyph = glyphAt(board, to)
  if (isWon(board) || !isFree(glyph)) return { board, taken: false }
  const next = withGlyphs(board, [
    [from, '_'],
    [to, glyph === 'G' ? '√' : 'P'],
  ])
  return { board: next, taken: true }
}

/** The steps of a shortest way, by breadth-first search; none where there is no way, or nothing left to walk. */
function wayFrom(board: Board): readonly string[] {
  if (isWon(board)) return []
  let front: (readonly [at: Cell, way: readonly string[]])[] = [[cellOf(board, 'P'), []]]
  const seen = new Set([String(cellOf(board, 'P'))])
  while (front.length > 0) {
    const next: typeof front = []
    for (const [at, way] of front)
      for (const direction of directionNames) {
        const to = neighbour(at, direction)
        const glyph = glyphAt(board, to)
        if (!isFree(glyph) || seen.has(String(to))) continue
        if (glyph === 'G') return [...way, direction]
        seen.add(String(to))
        next.push([to, [...way, direction]])
      }
    front = next
  }
  return []
}
