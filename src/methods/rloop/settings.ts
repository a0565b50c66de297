/** The settings of RLoop besides those of every run. */
import { z } from 'zod'
import { policySection, unread, type ConfigOf } from '../../config/config.ts'
import { groupBand } from '../../learning/success-band.ts'

/** Options of the method. The paper's own values of `steps`, `hard` and `fineTuning` are not known to us. */
const rloopOptions = z.strictObject({
  steps: z.int().min(1).max(100_000).default(10).describe('N_RL: iterations of a phase of RL'),
  hard: z
    .number()
    .gt(0)
    .max(1)
    .default(0.75)
    .describe('tasks of which a larger share was won in the phase teach nothing'),
  start: z
    .enum(['initial', 'end'])
    .default('initial')
    .describe('weights that are fine-tuned: θ_k, or φ at the end of the phase'),
  pool: z.enum(['all', 'last']).default('all').describe('solutions of all iterations of the phase, or of its last one'),
  fineTuning: z
    .strictObject({
      epochs: z.int().min(1).max(1000).default(2).describe('passes over the solutions'),
      batch: z.int().min(1).max(100_000).default(64).describe('solutions an update'),
      learningRate: z.number().positive().max(1).default(3e-4).describe('AdamW step size'),
    })
    .prefault({}),
  pass: z
    .strictObject({
      k: z.int().min(1).max(1024).default(16).describe('answers to each held-out task'),
      tasks: z.int().min(1).max(100_000).default(32).describe('held-out tasks of the split unseen'),
      every: z
        .int()
        .min(0)
        .default(10)
        .describe('iterations between measurements, the first before all training; 0 is never'),
    })
    .prefault({}),
})

export const rloopSettings = {
  /* Iterations of a phase must be sampled by its own policy. */
  mode: unread,
  policy: policySection(groupBand),
  methodOptions: rloopOptions.prefault({}).describe('options of the method rloop'),
}

export type RloopConfig = ConfigOf<typeof rloopSettings>
export type RloopOptions = RloopConfig['methodOptions']
