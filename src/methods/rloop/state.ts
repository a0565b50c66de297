/** The expert set of a phase under way, and the held-out tasks solved so far, in a checkpoint. */
import { z } from 'zod'
import { parsed } from '../../text/parsed.ts'
import type { ExpertPool } from './experts.ts'

export interface LoopMemory {
  readonly pool: ExpertPool
  /** [held-out tasks] whether one was ever solved; empty before the first measurement. */
  readonly everSolved: readonly boolean[]
}

const natural = z.int().min(0)
const tokens = z.array(natural)
const turn = z.strictObject({ agent: z.string(), context: tokens, tokens })
const solution = z.strictObject({ iteration: z.int().min(1), turns: z.array(turn) })
const schema = z.strictObject({
  pool: z.record(
    z.string().regex(/^\d+$/),
    z.strictObject({ played: natural, won: natural, solutions: z.array(solution) }),
  ),
  everSolved: z.array(z.boolean()),
})

/** @throws {RangeError} if it is not such a state. */
export const parseLoopMemory = (value: unknown): LoopMemory => parsed('state of rloop', schema, value)
