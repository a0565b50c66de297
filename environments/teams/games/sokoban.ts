/**
 * Sokoban by lists of steps; rooms and rules are those of the grids.
 * Source: AT-GRPO, arXiv 2510.11062: −0.01 a step, −0.05 where nothing moves, 1 for a box that comes onto a target, −0.5 for one that
 * leaves it, 10 when all are there, −5 if they are not in the end, shaping by a tenth of the boxes' distances.
 */
import { cellsOf, directionNames, isHeading, type Board } from '../../grids/kernel/board.ts'
import { sokoban as ofGrids } from '../../grids/games/sokoban/sokoban.ts'
import type { PartMove, TeamGame } from './game.ts'
import { stepsOf } from './steps.ts'

export const teamSokoban: TeamGame = {
  rewards: { invalid: -0.05, won: 10, efficient: 0, failed: -5, shaping: 0.1 },
  draw: (random, sizes) => ofGrids.draw(random, { ...sizes, lake: 0 }),
  holds: board => board.every(({ length }) => length === board.length) && ofGrids.holds(board),
  layoutOf: ofGrids.layoutOf,
  goal: ofGrids.goal([]),
  opening: board => before('Boxes are at', ofGrids.opening(board, 'places')),
  look: board =>
    isWon(board)
      ? 'Every box is on a target.'
      : ofGrids.look(board, { board, reward: 0, won: false, lost: false }, 'places'),
  parts: stepsOf,
  possible: board => directionNames.filter(direction => pushed(board, direction).taken),
  move: pushed,
  best: (board, most) => {
    const way: string[] = []
    let at = board
    while (way.length < most && !isWon(at)) {
      const [direction] = ofGrids.best(at)
      if (direction === undefined) break
      way.push(direction)
      at = pushed(at, direction).board
    }
    return way
  },
  distance: ofGrids.distance,
  isWon,
  potential: board => {
    const targets = cellsOf(board, 'O√S')
    const ofBox = ([row, column]: readonly [number, number]) =>
      Math.min(...targets.map(([r, c]) => Math.abs(row - r) + Math.abs(column - c)))
    return -cellsOf(board, 'X√').reduce((sum, box) => sum + ofBox(box), 0)
  },
}

function isWon(board: Board): boolean {
  return cellsOf(board, 'X').length === 0
}

function pushed(board: Board, part: string): PartMove {
  if (!isHeading(part) || isWon(board)) return { board, taken: false, gain: 0 }
  const { board: next } = ofGrids.move(board, part, () => 0)
  const came = cellsOf(next, '√').length - cellsOf(board, '√').length
  return { board: next, taken: next.join() !== board.join(), gain: came > 0 ? came : came / 2 }
}

/** The text before these words. */
const before = (words: string, text: string): string => text.slice(0, text.indexOf(words)).trim()
