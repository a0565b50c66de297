/**
 * iStar, arXiv 2509.19199: step rewards from a model trained only on which trajectories were won.
 *
 *   repeat
 *     roll out N trajectories of each of P tasks by π_θ
 *     train φ on L = −log σ(β log π_φ/π_θ (τ₊) − β log π_φ/π_θ (τ₋)), over all pairs won against lost of one task
 *     r_φ(a_t) = β log π_φ(a_t)/π_θ(a_t)
 *     A = A_E + α A_S                              outcome standardised over trajectories, r_φ over all steps of the group
 *     train the policy by the clipped surrogate
 *
 * θ is the policy before the iteration's update: the reference moves along. Departures from the paper are listed in docs/methods/istar.md.
 */
import { everyGroupCompared, requireComparison } from '../kit/require-comparison.ts'
import { packActions, scoresOf } from './action-logprobs.ts'
import { noVersions, type VersionHistory } from '../../learning/staleness.ts'
import { learningRateAt } from '../../learning/learning-rate.ts'
import { zip } from '../../math/zip.ts'
import { rolloutsOf } from '../../rollout/groups.ts'
import { defineMethod } from '../define-method.ts'
import type { Collected, Progress } from '../method.ts'
import { policyLearning } from '../kit/policy-learning.ts'
import { rollOutDrawn } from '../kit/roll-out-drawn.ts'
import { slotsOnly } from '../kit/slots-only.ts'
import { policyStarter } from '../kit/starters.ts'
import { everyGroup, trainPolicy } from '../kit/train-policy.ts'
import { istarCredit } from './credit.ts'
import { istarMeasures } from './measures.ts'
import { istarSettings } from './settings.ts'
import { preferencePairs } from './preference-pairs.ts'
import { implicitRewards, pairAccuracy, trainByPairs } from './reward-model.ts'
import { stepAuc } from './step-auc.ts'

/** Name of the reward model on the engine, and in checkpoints. */
const implicit = 'implicit-reward'

export const istar = defineMethod<typeof istarSettings, object, Progress, Collected, VersionHistory>({
  name: 'istar',
  settings: istarSettings,
  uncounted: 'its reward model, which is scored and trained on every trajectory',
  measures: istarMeasures,
  fresh: noVersions,
  requireSignal: ({ config }) => requireComparison(config, everyGroupCompared('istar')),
  ...slotsOnly,
  collect: rollOutDrawn,

  models(config) {
    const { policy } = policyStarter(config)
    return { policy, [implicit]: policy }
  },

  async learn(lab, { iteration, training }, versions) {
    const { config } = lab
    const { alpha, beta, updates, rate, order } = config.methodOptions
    const model = lab.model(implicit)
    const steps = training.flatMap(rolloutsOf).map(({ episode }) => episode.steps)
    const packed = steps.map(packActions)
    const scored = { packed, reference: await scoresOf(lab.model('policy'), packed) }
    const pairs = preferencePairs(training)
    const { clipNorm } = config.policy
    const policyRate = learningRateAt(config.policy, iteration, config.iterations)
    const before = await implicitRewards(model, scored, beta)
    const dpo = { beta, updates, learningRate: rate * policyRate, clipNorm }
    const loss = await lab.timed(`train ${implicit}`, () => trainByPairs(model, scored, pairs, dpo))
    const rewards = order === 'train first' && loss !== null ? await implicitRewards(model, scored, beta) : before

    let first = 0
    const credited = training.map(group => {
      const own = rewards.slice(first, (first += group.members.length))
      return { group, credit: istarCredit(group, own, alpha) }
    })
    const policy = await trainPolicy(lab, { iteration, credited, versions, band: everyGroup })
    const labelled = zip(steps.flat(), rewards.flat()).map(([{ label }, reward]) => ({ label, reward }))
    const measures = {
      pairs: pairs.length,
      pairAccuracy: pairAccuracy(before, pairs),
      stepAuc: stepAuc(labelled),
    }
    return policyLearning({ policy, credited, measures, others: { [implicit]: { loss } } })
  },
})
