/**
 * GRPO by the outcome alone: one model, no reward model, tasks that stay as they are.
 * Source: Shao et al., DeepSeekMath, arXiv 2402.03300, outcome supervision; O is ±1 as in RLAnything.
 */
import { objectiveOf } from '../../learning/objective-of.ts'
import { outcomeCredit } from '../../learning/outcome-credit.ts'
import { noVersions, type VersionHistory } from '../../learning/staleness.ts'
import { stopwatch } from '../../runtime/waiting/stopwatch.ts'
import { defineMethod } from '../define-method.ts'
import { feedbackRows } from '../feedback-rows.ts'
import type { Collected, Progress } from '../method.ts'
import { noFormulation } from '../no-formulation.ts'
import { outcomesCompared, requireComparison } from '../require-comparison.ts'
import { rollOutDrawn } from '../roll-out-drawn.ts'
import { slotsOnly } from '../slots-only.ts'
import { policyStarter } from '../starters.ts'
import { trainPolicy } from '../train-policy.ts'

export const grpo = defineMethod<object, Progress, Collected, VersionHistory>({
  name: 'grpo',
  actors: [],
  models: policyStarter,
  uncounted: null,
  fresh: noVersions,
  requireSignal: ({ config }) => requireComparison(config, outcomesCompared('grpo', config)),
  prepare: noFormulation('grpo'),
  ...slotsOnly,
  collect: rollOutDrawn,

  async learn(lab, { iteration, training }, versions) {
    const clock = stopwatch(['trainPolicy', 'trainRewardModel'])
    const credited = training.map(group => ({ group, credit: outcomeCredit(group) }))
    const objective = objectiveOf(lab.config, 'policy')
    const policy = await trainPolicy(lab, { iteration, credited, versions, objective })
    clock.lap('trainPolicy')
    const metrics = { judge: null, policy: policy.metrics, rewardModel: null, adaptation: null }
    return { metrics, feedback: feedbackRows(credited), learned: policy.versions, laps: clock.laps }
  },
})
