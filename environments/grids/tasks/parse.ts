/** Tasks from files. */
import { z } from 'zod'
import { parsed } from '../../../src/text/parsed.ts'
import { gameNames, gameOf } from '../games/games.ts'
import type { GridTask } from './task.ts'

const taskSchema = z.strictObject({
  game: z.enum(gameNames),
  board: z.array(z.string().min(1)).min(2).max(8),
  limit: z.int().min(1).max(200),
})

/** @throws {RangeError} naming the field, the value found and the value wanted. */
export function parseGridTask(value: unknown): GridTask {
  const task = parsed('task', taskSchema, value)
  const { game, board } = task
  const isSquare = gameOf({ game }).edited === null || board.every(line => [...line].length === board.length)
  if (!isSquare || !gameOf({ game }).holds(board))
    throw new RangeError(`task.board: must be a board of ${game}, got ${JSON.stringify(board)}`)
  return task
}
