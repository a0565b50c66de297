import { z } from 'zod'
import { shortened } from '../../text/preview.ts'

/** A value of unknown origin, if it has that form. @throws {RangeError} the refusal, with each field that is wrong. */
export function fitted<T>(form: z.ZodType<T>, value: unknown, refusal: string): T {
  const parsed = form.safeParse(value)
  if (parsed.success) return parsed.data
  throw new RangeError(`${refusal}: ${shortened(z.prettifyError(parsed.error))}`)
}
