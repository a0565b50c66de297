import { z } from 'zod'
import { damageOf } from '../text/damage.ts'
import type { LineageEvent } from './lineage.ts'

const natural = z.int().min(0)
const place = { iteration: natural, slot: natural, version: natural }
const count = z
  .strictObject({ successes: natural, trials: z.int().min(1) })
  .refine(({ successes, trials }) => successes <= trials, 'must have successes <= trials')

const schema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rooted'), ...place, version: z.literal(0), task: z.json() }),
  z.strictObject({ kind: z.literal('measured'), ...place, count }),
  z.strictObject({
    kind: z.literal('proposed'),
    ...place,
    task: z.json(),
    parent: natural,
    direction: z.enum(['harder', 'easier']),
    proposer: z.string(),
    edit: z.string(),
    reason: z.string(),
    baseline: count,
  }),
  z.strictObject({
    kind: z.literal('decided'),
    ...place,
    rule: z.enum(['paper', 'sound']),
    accepted: z.boolean(),
    by: z.string().exactOptional(),
    current: count,
    proposed: count,
  }),
  z.strictObject({ kind: z.literal('withdrawn'), ...place, reason: z.string() }),
])

/**
 * A line of tasks.jsonl, parsed from JSON, held to the type of an event.
 *
 * @param parseTask the world's own check of a task.
 * @throws {RangeError} naming the field that is wrong; whatever `parseTask` throws.
 */
export function parseLineageEvent<Task>(value: unknown, parseTask: (task: unknown) => Task): LineageEvent<Task> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) {
    throw new RangeError(`not a lineage event: ${damageOf(parsed.error)}`)
  }
  const event = parsed.data
  return 'task' in event ? { ...event, task: parseTask(event.task) } : event
}
