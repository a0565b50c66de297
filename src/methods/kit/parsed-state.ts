import { z } from 'zod'
import { shortened } from '../../text/preview.ts'

/** The state of a method, as a checkpoint has it. @throws {RangeError} naming the method, if it is none. */
export function parsedState<T>(method: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new RangeError(`this is not a state of the method ${method}: ${shortened(z.prettifyError(parsed.error))}`)
}
