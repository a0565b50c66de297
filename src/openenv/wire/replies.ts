/** What servers of OpenEnv answer with. */
import { z } from 'zod'

const fields = z.record(z.string(), z.unknown())

/** Data of an `observation`. Versions before 0.10 send no metadata at all. */
const observed = z.object({
  observation: fields,
  reward: z.union([z.number(), z.boolean()]).nullish(),
  done: z.boolean().default(false),
  metadata: fields.nullish(),
})
export type ObservedData = z.infer<typeof observed>

export const serverFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('observation'), data: observed }),
  z.object({ type: z.literal('state'), data: fields }),
  z.object({
    type: z.literal('error'),
    data: z.looseObject({ message: z.string(), code: z.string(), max_sessions: z.number().int().optional() }),
  }),
  z.object({ type: z.literal('mcp'), data: fields }),
])
export type ServerFrame = z.infer<typeof serverFrame>

/** Codes that servers name their errors by. */
export type ErrorCode =
  | 'INVALID_JSON'
  | 'UNKNOWN_TYPE'
  | 'VALIDATION_ERROR'
  | 'EXECUTION_ERROR'
  | 'CAPACITY_REACHED'
  | 'SESSION_ERROR'
