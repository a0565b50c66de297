/**
 * A finished run's success by iteration, kept in a file that goes with its world: reports draw it next to their curve.
 */
import { z } from 'zod'

const share = z.number().min(0).max(1)

export const recordedCurveSchema = z.strictObject({
  /** Describes the run in a few words, e.g. `outcome alone`. */
  name: z.string().min(1),
  versions: z.record(z.string(), z.string()),
  /** Complete configuration of the run, as its version wrote it. */
  config: z.looseObject({ environment: z.looseObject({}), starters: z.looseObject({}) }),
  /** Held-out measurements in order. */
  points: z.array(
    z.strictObject({
      /** 0 before the first. */
      iteration: z.int().min(0),
      split: z.string(),
      /** 0 is greedy. */
      temperature: z.number(),
      tasks: z.int().min(1),
      rate: share,
    }),
  ),
})

export type RecordedCurve = z.output<typeof recordedCurveSchema>
