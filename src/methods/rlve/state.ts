/** The ratchet in a checkpoint. */
import { z } from 'zod'
import { parsed } from '../../text/parsed.ts'
import type { RatchetState } from './ratchet.ts'

const natural = z.int().min(0)
const schema = z.strictObject({
  rungs: z.record(z.string(), z.strictObject({ level: natural, right: natural, answers: natural })),
  drawn: natural,
})

/** @throws {RangeError} if it is not the state of a ratchet over these families. */
export function parseRatchet(value: unknown, families: readonly string[]): RatchetState {
  const state = parsed('state of rlve', schema, value)
  const found = Object.keys(state.rungs)
  if (found.length !== families.length || !families.every(name => found.includes(name)))
    throw new RangeError(`the ratchet of rlve must be over ${families.join(', ')}, got ${found.join(', ')}`)
  return state
}
