/** The settings of AT-GRPO besides those of every run. */
import { z } from 'zod'
import type { ConfigOf } from '../../config/config.ts'

const options = z
  .strictObject({
    candidates: z.int().min(2).max(64).default(4).describe('K: actions that are sampled at each turn of an agent'),
    teamWeight: z.number().min(0).default(1).describe('α: weight of the team’s reward'),
    localWeight: z.number().min(0).default(1).describe('weight of the agent’s own reward'),
    groups: z
      .enum(['tree', 'same-observation', 'agent-turn', 'trajectory', 'outcome'])
      .default('tree')
      .describe(
        'whose rewards are compared. tree: the K candidates of a turn. The others grow no tree, and compare the tasks.episodes of a task: ' +
          'turns of an agent that has read and done the same, its turns of the same number, returns of whole episodes, or their outcomes',
      ),
    normalise: z
      .enum(['group', 'mean'])
      .default('group')
      .describe('whether advantages are divided by the deviation in the group'),
    policies: z.enum(['shared', 'separate']).default('shared').describe('one policy for all agents, or one for each'),
  })
  .prefault({})
  .describe('options of the method at-grpo')

export const atGrpoSettings = { methodOptions: options }

export type AtGrpoConfig = ConfigOf<typeof atGrpoSettings>
export type AtGrpoOptions = AtGrpoConfig['methodOptions']
