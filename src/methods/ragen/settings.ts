/** The settings of RAGEN besides those of every run. */
import { z } from 'zod'
import type { ConfigOf } from '../../config/config.ts'
import { normalisers } from '../../learning/normalised.ts'

const share = z.number().min(0).max(1)

const ragenOptions = z
  .strictObject({
    advantage: z
      .enum(['group', 'bi-level'])
      .default('group')
      .describe('of a trajectory against those of its group, or of each token by a critic'),
    normalise: z
      .enum(normalisers)
      .default('group')
      .describe('group: what returns are divided by, after the mean of the group is taken away'),
    keep: z
      .number()
      .gt(0)
      .max(1)
      .default(1)
      .describe('StarPO-S: share that is trained on, of the most uncertain groups'),
    keepBy: z
      .enum(['groups', 'variance'])
      .default('groups')
      .describe('whether it is a share of the groups or of all their variance'),
    gamma: share.default(1).describe('bi-level: γ between tokens of a turn'),
    turnGamma: share.default(0.95).describe('bi-level: γ between turns'),
    lambda: share.default(1).describe('bi-level: λ'),
    valueRange: z
      .tuple([z.number(), z.number()])
      .refine(([low, high]) => low < high, 'must be [low, high] with low < high')
      .default([-2, 12])
      .describe('bi-level: least and greatest value that the critic can say'),
    criticRate: z.number().positive().max(1).default(1e-3).describe('bi-level: learning rate of the critic'),
    criticUpdates: z.int().min(1).max(64).default(4).describe('bi-level: updates of the critic an iteration'),
  })
  .prefault({})
  .describe('options of the method ragen')

export const ragenSettings = { methodOptions: ragenOptions }

export type RagenConfig = ConfigOf<typeof ragenSettings>
export type RagenOptions = RagenConfig['methodOptions']
