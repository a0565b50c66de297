/** Boards: rows of glyphs, from the top. Pure. */
import { nth } from '../../../src/math/nth.ts'

/** Rows of equal length, each character the glyph of a cell. */
export type Board = readonly string[]

/** Row and column, from 0. */
export type Cell = readonly [row: number, column: number]

const directions = { left: [0, -1], down: [1, 0], right: [0, 1], up: [-1, 0] } as const satisfies Record<string, Cell>
export type Heading = keyof typeof directions
export const directionNames = Object.keys(directions) as readonly Heading[]

export const isHeading = (action: string): action is Heading => Object.hasOwn(directions, action)

/** The glyph of a cell; `null` outside the board. */
export const glyphAt = (board: Board, [row, column]: Cell): string | null => board[row]?.[column] ?? null

export const neighbour = ([row, column]: Cell, direction: Heading): Cell => [
  row + directions[direction][0],
  column + directions[direction][1],
]

/** All cells with one of these glyphs, row by row. */
export const cellsOf = (board: Board, glyphs: string): readonly Cell[] =>
  board.flatMap((line, row) => [...line].flatMap((glyph, column) => (glyphs.includes(glyph) ? [[row, column]] : [])))

/** @throws {RangeError} if no cell has one. */
export const cellOf = (board: Board, glyphs: string): Cell => nth(cellsOf(board, glyphs), 0)

/** The board with other glyphs in some cells. */
export const withGlyphs = (board: Board, changes: readonly (readonly [cell: Cell, glyph: string])[]): Board =>
  board.map((line, row) =>
    [...line].map((glyph, column) => changes.findLast(([[r, c]]) => r === row && c === column)?.[1] ?? glyph).join(''),
  )

/** Columns are letters, rows numbers from 1: `b3`. */
export const placeName = ([row, column]: Cell): string => `${String.fromCharCode(97 + column)}${row + 1}`

/** Cells in text, `b3, c1`; `none` of none. */
export const placesOf = (cells: readonly Cell[]): string =>
  cells.length === 0 ? 'none' : cells.map(placeName).join(', ')

/** A board as it is printed: `P _ O`, row by row. */
export const printedBoard = (board: Board): string => board.map(line => [...line].join(' ')).join('\n')
