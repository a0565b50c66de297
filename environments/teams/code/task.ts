/** A program that a tester and a coder write together: the task as plain data, and from files. */
import { z } from 'zod'
import { parsed } from '../../../src/text/parsed.ts'
import { parseCodingTask } from '../../coding/generation/parse.ts'
import type { CodingTask } from '../../coding/tasks/task.ts'
import { optionsSchema } from '../tasks/options.ts'

export interface CodeTeamTask {
  readonly game: 'code'
  /** The coding task, and its hidden tests. */
  readonly asked: CodingTask
  /** Turns of each agent. */
  readonly turns: number
}

const { minimum: fewest, maximum: most } = optionsSchema.properties.turns
const schema = z.strictObject({ game: z.literal('code'), asked: z.unknown(), turns: z.int().min(fewest).max(most) })

/** @throws {RangeError} naming the field, the value found and the value wanted. */
export function parseCodeTeamTask(value: unknown): CodeTeamTask {
  const task = parsed('task', schema, value)
  return { ...task, asked: parseCodingTask(task.asked) }
}
