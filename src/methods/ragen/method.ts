/**
 * RAGEN, arXiv 2504.20073: StarPO, whole trajectories of turns optimised for what the world pays; and StarPO-S.
 *
 *   repeat
 *     roll out N trajectories of each of P tasks; R(τ) = Σ r over the turns of τ
 *     U = std of R in a group                      train on the share `keep` of groups with the greatest U (StarPO-S)
 *     A = (R − mean) / std over the group, for every token of τ;
 *         or of each token by bi-level GAE from a critic, which is trained on A + V
 *     train the policy by the clipped surrogate
 *
 * Departures from the paper are listed in docs/methods/ragen.md.
 */
import { everyGroupCompared, requireComparison } from '../kit/require-comparison.ts'
import { noVersions, type VersionHistory } from '../../learning/staleness.ts'
import { mean } from '../../math/statistics.ts'
import { nth } from '../../math/nth.ts'
import { episodeReturn } from '../../reward/episode-return.ts'
import { rolloutsOf } from '../../rollout/groups.ts'
import { defineMethod } from '../define-method.ts'
import type { Collected, Progress } from '../method.ts'
import { policyLearning } from '../kit/policy-learning.ts'
import { rollOutDrawn } from '../kit/roll-out-drawn.ts'
import { slotsOnly } from '../kit/slots-only.ts'
import { policyStarter } from '../kit/starters.ts'
import { trainByCritic } from './train-by-critic.ts'
import { firstActionInformation } from './information.ts'
import { keepUncertain, uncertainty } from './keep-uncertain.ts'
import { ragenMeasures } from './measures.ts'
import { ragenSettings } from './settings.ts'
import { trainByGroup } from './train-by-group.ts'

export const ragen = defineMethod<typeof ragenSettings, object, Progress, Collected, VersionHistory>({
  name: 'ragen',
  settings: ragenSettings,
  uncounted: 'first actions scored after every opening, and with bi-level advantages the critic',
  measures: ragenMeasures,
  fresh: noVersions,
  requireSignal({ config }) {
    const { advantage, normalise, keepBy } = config.methodOptions
    const isAlone = keepBy === 'groups' && (advantage === 'bi-level' || normalise === 'none')
    if (!isAlone) requireComparison(config, everyGroupCompared('ragen'))
  },
  ...slotsOnly,
  collect: rollOutDrawn,

  models(config) {
    const { policy } = policyStarter(config)
    return config.methodOptions.advantage === 'bi-level' ? { policy, critic: policy } : { policy }
  },

  async learn(lab, { iteration, training }, versions) {
    const { methodOptions: options } = lab.config
    const groups = training.filter(({ members }) => members.length > 0)
    const returns = groups.map(group => rolloutsOf(group).map(({ episode }) => episodeReturn(episode)))
    const isKept = keepUncertain(returns, options)
    const information = await firstActionInformation(lab.model('policy'), groups)
    const train = options.advantage === 'bi-level' ? trainByCritic : trainByGroup
    const kept = groups.filter((_, index) => nth(isKept, index))
    const { credited, policy, others, measures: ofTraining } = await train(lab, { iteration, kept, versions })
    const measures = {
      meanReturn: groups.length === 0 ? null : mean(returns.flat()),
      groupDeviation: groups.length === 0 ? null : mean(returns.map(uncertainty)),
      groupsTrained: kept.length,
      information: information === null ? null : information.entropy - information.conditional,
      conditionalEntropy: information?.conditional ?? null,
      ...ofTraining,
    }
    return policyLearning({ policy, credited, measures, others })
  },
})
