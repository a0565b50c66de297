import type { z } from 'zod'
import { fitted } from '../../model/files/required-file.ts'

/** A reply of a server in the form that it is to have. @throws {RangeError} naming the field that is missing or wrong. */
export const readReply = <T>(form: z.ZodType<T>, value: unknown): T =>
  fitted(form, value, 'the reply of the server is not a sample')
