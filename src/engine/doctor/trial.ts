/** Messages to and from the process in which an engine is tried. */
import { z } from 'zod'
import type { DeviceOptions } from '../open-device.ts'
import { timedVerbs, type Load, type Speed } from './load.ts'
import type { RunPart } from './run-part.ts'

export interface TrialRequest {
  readonly engine: DeviceOptions
  readonly load: Load
  /** For how long each verb is timed. */
  readonly seconds: number
  /** Timed last, unless by the speeds of its verbs it takes too long; nothing is, if left out. */
  readonly part?: RunPart
}

/** In this order: opened, compared, timed once a verb, ran if a part of a run was asked for; or refused at any time, and then no more. */
export const trialMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened') }),
  z.object({ kind: z.literal('compared'), difference: z.number().or(z.nan()) }),
  z.object({
    kind: z.literal('timed'),
    speed: z.object({ verb: z.enum(timedVerbs), tokensPerSecond: z.number(), firstMs: z.number() }),
  }),
  z.object({ kind: z.literal('ran'), seconds: z.number().nullable() }),
  z.object({ kind: z.literal('refused'), reason: z.string() }),
])
export type TrialMessage = z.output<typeof trialMessage>

/** How trying an engine went. */
export interface Trial {
  /** `works`: to its end and right; `wrong`: to its end, but it computes something else. */
  readonly outcome: 'works' | 'wrong' | 'refused' | 'died' | 'too slow'
  /** Why not, in words, and what to install; `null` if it works. */
  readonly reason: string | null
  /** Largest difference of log-probabilities from the plain engine, nats; `null` if it did not come so far. */
  readonly difference: number | null
  /** Of the verbs it came to. */
  readonly speeds: readonly Speed[]
  /** For the part of a run that was asked for; `null` if it was not timed. */
  readonly runSeconds: number | null
}
