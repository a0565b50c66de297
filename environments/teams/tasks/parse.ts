/** Tasks from files. */
import { z } from 'zod'
import { parsed } from '../../../src/text/parsed.ts'
import { teamGameNames, teamGameOf } from '../games/games.ts'
import { teamBounds } from './options.ts'
import type { TeamTask } from './task.ts'

const whole = (name: 'turns' | 'parts') => z.int().min(teamBounds[name][0]).max(teamBounds[name][1])

const taskSchema = z.strictObject({
  game: z.enum(teamGameNames),
  board: z.array(z.string().min(1)).min(2).max(teamBounds.size[1]),
  turns: whole('turns'),
  parts: whole('parts'),
})

/** @throws {RangeError} naming the field, the value found and the value wanted. */
export function parseTeamTask(value: unknown): TeamTask {
  const task = parsed('task', taskSchema, value)
  if (!teamGameOf(task).holds(task.board))
    throw new RangeError(`task.board: must be a board of ${task.game}, got ${JSON.stringify(task.board)}`)
  return task
}
