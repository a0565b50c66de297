/** Tasks from files. */
import { z } from 'zod'
import { parsed } from '../../../src/text/parsed.ts'
import { teamGameNames, teamGameOf } from '../games/games.ts'
import { optionsSchema } from './options.ts'
import type { TeamTask } from './task.ts'

const { turns, parts, size } = optionsSchema.properties
const whole = ({ minimum, maximum }: typeof turns | typeof parts) => z.int().min(minimum).max(maximum)

const taskSchema = z.strictObject({
  game: z.enum(teamGameNames),
  board: z.array(z.string().min(1)).min(2).max(size.maximum),
  turns: whole(turns),
  parts: whole(parts),
})

/** @throws {RangeError} naming the field, the value found and the value wanted. */
export function parseTeamTask(value: unknown): TeamTask {
  const task = parsed('task', taskSchema, value)
  if (!teamGameOf(task).holds(task.board))
    throw new RangeError(`task.board: must be a board of ${task.game}, got ${JSON.stringify(task.board)}`)
  return task
}
