/** The ratchet in a checkpoint. */
import { z } from 'zod'
import { shortened } from '../../text/preview.ts'
import type { RatchetState } from './ratchet.ts'

const natural = z.int().min(0)
const schema = z.strictObject({
  rungs: z.record(z.string(), z.strictObject({ level: natural, right: natural, answers: natural })),
  drawn: natural,
})

/** @throws {RangeError} if it is not the state of a ratchet over these families. */
export function parseRatchet(value: unknown, families: readonly string[]): RatchetState {
  const parsed = schema.safeParse(value)
  if (!parsed.success)
    throw new RangeError(`this is not a state of the method rlve: ${shortened(z.prettifyError(parsed.error))}`)
  const found = Object.keys(parsed.data.rungs)
  if (found.length !== families.length || !families.every(name => found.includes(name)))
    throw new RangeError(`the ratchet of rlve must be over ${families.join(', ')}, got ${found.join(', ')}`)
  return parsed.data
}
