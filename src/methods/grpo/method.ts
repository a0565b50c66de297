/**
 * GRPO by the outcome alone: one model, no reward model, tasks that stay as they are.
 * Source: Shao et al., DeepSeekMath, arXiv 2402.03300, outcome supervision; O is ±1 as in RLAnything.
 */
import { outcomesCompared, requireComparison } from '../kit/require-comparison.ts'
import { policySection } from '../../config/config.ts'
import { outcomeCredit } from '../../learning/group-credit.ts'
import { configuredBand, groupBand } from '../../learning/success-band.ts'
import { noVersions, type VersionHistory } from '../../learning/staleness.ts'
import { defineMethod } from '../define-method.ts'
import { policyLearning } from '../kit/policy-learning.ts'
import type { Collected, Progress } from '../method.ts'
import { rollOutDrawn } from '../kit/roll-out-drawn.ts'
import { slotsOnly } from '../kit/slots-only.ts'
import { policyStarter } from '../kit/starters.ts'
import { trainPolicy } from '../kit/train-policy.ts'

const settings = { policy: policySection(groupBand) }

export const grpo = defineMethod<typeof settings, object, Progress, Collected, VersionHistory>({
  name: 'grpo',
  settings,
  models: policyStarter,
  uncounted: null,
  fresh: noVersions,
  requireSignal: ({ config }) => requireComparison(config, outcomesCompared('grpo', config.policy)),
  ...slotsOnly,
  collect: rollOutDrawn,

  async learn(lab, { iteration, training }, versions) {
    const credited = training.map(group => ({ group, credit: outcomeCredit(group) }))
    const band = configuredBand(lab.config.policy)
    const policy = await trainPolicy(lab, { iteration, credited, versions, band })
    return policyLearning({ policy, credited })
  },
})
