/**
 * FrozenLake: over the ice to the goal. Reward is 1 at the goal and else 0; a hole ends the episode. On slippery ice a step goes
 * where it should, or to either side of it, with equal chance.
 * Glyphs: P the player, _ ice, O a hole, G the goal; X in a hole, √ at the goal.
 * Source: RAGEN, arXiv 2504.20073; Gymnasium's FrozenLake. Departures: actions are words, and one a turn.
 */
import {
  neighbour,
  cellOf,
  cellsOf,
  directionNames,
  glyphAt,
  isHeading,
  placesOf,
  printedBoard,
  withGlyphs,
  type Board,
  type Heading,
} from '../kernel/board.ts'
import { drawSquare } from '../kernel/draw-square.ts'
import type { Game, GameMove } from '../kernel/game.ts'
import { bestByChance, lakeDistance } from './lake-values.ts'

/** Start and goal are drawn of all cells. */
const iceShare = 0.8

export const frozenLake = (ice: 'firm' | 'slippery'): Game => ({
  steps: 10,
  edited: { player: 'P', floor: '_', obstacle: 'O', goal: 'G' },
  draw: (random, { lake }) => {
    const board = drawSquare(random, lake, { glyph: '_', chance: iceShare, other: 'O' })
    return lakeDistance(board) === Infinity ? null : board
  },
  holds: board =>
    cellsOf(board, 'P').length === 1 && cellsOf(board, 'G').length === 1 && !/[^P_OG]/.test(board.join('')),
  layoutOf: board => board.map(line => line.replace(/[PG]/g, '_')).join('/'),
  goal: () => (ice === 'firm' ? 'Walk over the ice to the goal.' : 'Walk over the slippery ice to the goal.'),
  opening: (board, observe) =>
    observe === 'board'
      ? `\n${printedBoard(board)}`
      : `The goal is at ${placesOf(cellsOf(board, 'G'))}. Holes are at ${placesOf(cellsOf(board, 'O'))}. ${youAre(board)}`,
  look: (board, { won, lost }, observe) => {
    if (won) return 'You reach the goal.'
    if (lost) return 'You fall into a hole.'
    return observe === 'board' ? printedBoard(board) : youAre(board)
  },
  actions: () => [...directionNames].sort(),
  move: (board, action, uniform) => {
    if (!isHeading(action)) throw new RangeError(`a step must be ${directionNames.join(', ')}, got ${action}`)
    return walked(board, ice === 'firm' ? action : (slips(action)[Math.floor(uniform() * 3)] ?? action))
  },
  best: board => (ice === 'firm' ? nearer(board) : bestByChance(board, slips)),
  distance: lakeDistance,
})

const youAre = (board: Board): string => `You are at ${placesOf([cellOf(board, 'PX√')])}.`

/** Where a step on slippery ice may go, each with probability 1/3. */
const slips = (action: Heading): readonly Heading[] =>
  action === 'left' || action === 'right' ? [action, 'up', 'down'] : [action, 'left', 'right']

/** One step; at the edge of the lake none. */
function walked(board: Board, direction: Heading): GameMove {
  const from = cellOf(board, 'P')
  const to = neighbour(from, direction)
  const glyph = glyphAt(board, to)
  if (glyph === null) return { board, reward: 0, won: false, lost: false }
  const won = glyph === 'G'
  const lost = glyph === 'O'
  const next = withGlyphs(board, [
    [from, '_'],
    [to, won ? '√' : lost ? 'X' : 'P'],
  ])
  return { board: next, reward: won ? 1 : 0, won, lost }
}

function nearer(board: Board): readonly Heading[] {
  const distance = lakeDistance(board)
  if (distance === Infinity) return []
  return directionNames.filter(direction => {
    const { board: next, won, lost } = walked(board, direction)
    return won || (!lost && lakeDistance(next) < distance)
  })
}
