/** The settings of RLVE besides those of every run. */
import { z } from 'zod'
import { policySection, tasksOutsideSlots } from '../../config/config.ts'
import { groupBand } from '../../learning/success-band.ts'

/** Options of the method; the paper's values are the defaults, except for `minPrompts` in small runs. */
const rlveOptions = z.strictObject({
  threshold: z.number().gt(0).max(1).default(0.9).describe('τ_acc: accuracy at level h at which h rises'),
  minPrompts: z.int().min(1).max(100_000).default(8).describe('problems of level h before accuracy is looked at'),
  window: z.int().min(1).max(1000).default(4).describe('w: levels that problems are drawn from, h the highest'),
  initial: z.int().min(0).max(1000).default(0).describe('h before the first iteration'),
})

export const rlveSettings = {
  tasks: tasksOutsideSlots,
  policy: policySection(groupBand),
  methodOptions: rlveOptions.prefault({}).describe('options of the method rlve'),
}
