/** The state of RLAnything in a checkpoint, besides models and tasks. */
import { z } from 'zod'
import { watchedSchema } from '../../reward/divergence.ts'
import { parsed } from '../../text/parsed.ts'
import type { Plan } from './lab.ts'

type State = Pick<Plan, 'criticismBySlot' | 'memory' | 'probe' | 'watched'>

export const stateOf = ({ criticismBySlot, memory, probe, watched }: Plan): State => ({
  criticismBySlot,
  memory,
  probe,
  watched,
})

const arms = z.record(z.string(), z.object({ accepted: z.number(), rejected: z.number() }))
const bandit = z.object({ harder: arms, easier: arms })
const recordedEpisode = z.object({ slot: z.number(), actions: z.array(z.string()) })
const schema = z.object({
  criticismBySlot: z.record(z.string(), z.string().nullable()),
  memory: z.object({ general: bandit, byComplaint: z.record(z.string(), bandit) }),
  probe: z.array(z.object({ task: z.unknown(), episodes: z.array(recordedEpisode) })),
  watched: watchedSchema,
})

/** @throws {RangeError} if it is not what `stateOf` gave. */
export const parseState = (value: unknown): State => parsed('state of rlanything', schema, value)
