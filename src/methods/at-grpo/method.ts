/**
 * AT-GRPO, arXiv 2510.11062: several agents, and a separate group at each of their turns.
 *
 *   repeat
 *     for each of P tasks, E times:  s = the start
 *       until it is over:  i = the agent whose turn it is, o = what it reads
 *         sample K actions a_c by π_σ(i) from o;  r_c = α r_team(s, a_c) + r_local(s, a_c)
 *         A_c = (r_c − mean) / std over the K;  D_σ(i) gets all (o, a_c, A_c)
 *         s = the state after the a_c of the greatest r_c
 *     train each model m on D_m by the clipped surrogate
 *
 * σ gives all agents one model, or each its own. Departures from the paper are listed in docs/methods/at-grpo.md.
 */
import { everyGroupCompared, requireComparison } from '../kit/require-comparison.ts'
import { objectiveOf } from '../../learning/objective-of.ts'
import { afterTraining, maxOffPolicyIterations, noVersions, type VersionHistory } from '../../learning/staleness.ts'
import { treeSamples } from '../../learning/tree-samples.ts'
import { nth } from '../../math/nth.ts'
import { zip } from '../../math/zip.ts'
import { requireForks } from '../../rollout/episode/candidates.ts'
import { policyName, type PlayerModels } from '../../rollout/rollout-requests.ts'
import { defineMethod } from '../define-method.ts'
import type { Collected, Lab, Progress } from '../method.ts'
import { rollOutDrawn } from '../kit/roll-out-drawn.ts'
import { slotsOnly } from '../kit/slots-only.ts'
import { policyStarter } from '../kit/starters.ts'
import { trainEach, trainRole } from '../kit/train-role.ts'
import { teamCredit, type TeamCredit } from './credit.ts'
import { teamMeasures, teamMetrics } from './metrics.ts'
import { atGrpoSettings, type AtGrpoConfig } from './settings.ts'
import { playersOf } from './players.ts'

interface Parts {
  /** σ. */
  readonly players: PlayerModels
}

/** By model. */
type Versions = Readonly<Record<string, VersionHistory>>

export const atGrpo = defineMethod<typeof atGrpoSettings, Parts, Progress, Collected, Versions>({
  name: 'at-grpo',
  settings: atGrpoSettings,
  uncounted: 'all candidates of a turn but one, and models besides the policy',
  measures: ({ methodOptions }, world) => teamMeasures(Object.keys(playersOf(methodOptions, world))),
  fresh: {},
  ...slotsOnly,
  players: ({ methodOptions }, world) => playersOf(methodOptions, world),

  models(config, world) {
    const { policy } = policyStarter(config)
    return Object.fromEntries(Object.values(playersOf(config.methodOptions, world)).map(model => [model, policy]))
  },

  prepare({ config: { methodOptions: options }, world }) {
    if (options.groups === 'tree') requireForks(world)
    return Promise.resolve({ parts: { players: playersOf(options, world) } })
  },

  requireSignal({ config }) {
    if (config.methodOptions.groups !== 'tree') requireComparison(config, everyGroupCompared('at-grpo'))
  },

  collect(lab, before) {
    const { players, config } = lab
    const { groups, candidates, teamWeight, localWeight } = config.methodOptions
    const tree = { candidates, rewardWeights: { team: teamWeight, local: localWeight } }
    return rollOutDrawn(lab, before, groups === 'tree' ? { players, tree } : { players })
  },

  async learn(lab, { iteration, training }, versions) {
    const credits = training.map(group => teamCredit(group, lab.config.methodOptions))
    const { models, learned } = await trainPlayers(lab, { iteration, credits, versions })
    const measures = teamMetrics(credits, Object.keys(lab.players))
    return {
      models,
      measures,
      feedback: zip(training, credits).flatMap(([{ members }, { trees }]) =>
        zip(members, trees).map(([member, tree]) => ({ ...member, feedback: ofTaken(tree) })),
      ),
      learned,
    }
  },
})

interface Batch {
  readonly iteration: number
  readonly credits: readonly TeamCredit[]
  readonly versions: Versions
}

/** Each model on the turns of the agents that it plays. */
async function trainPlayers(lab: Lab<AtGrpoConfig> & Parts, { iteration, credits, versions }: Batch) {
  const objective = objectiveOf(lab.config.policy)
  const trees = credits.flatMap(credit => credit.trees)
  const others = Object.values(lab.players).filter(model => model !== policyName)
  const train = async (model: string) => {
    const agents = Object.keys(lab.players).filter(agent => lab.players[agent] === model)
    const freshness = { trainings: versions[model] ?? noVersions, truncated: lab.config.policy.truncated }
    const samples = treeSamples(trees, agents, freshness)
    const { metrics, version } = await trainRole(lab, lab.config.policy, { model, iteration, samples, objective })
    return { metrics, versions: afterTraining(freshness.trainings, version, maxOffPolicyIterations(lab.config)) }
  }
  const trained = await trainEach(lab.config, {
    policy: () => train(policyName),
    ...Object.fromEntries(others.map(model => [model, () => train(model)])),
  })
  const all = Object.entries(trained)
  return {
    models: {
      ...Object.fromEntries(all.map(([name, { metrics }]) => [name, metrics])),
      policy: trained.policy.metrics,
    },
    learned: Object.fromEntries(all.map(([name, { versions: own }]) => [name, own])),
  }
}

/** Of the actions that were taken, for the table of episodes. */
const ofTaken = ({ rollout, rewards, advantages }: TeamCredit['trees'][number]) => {
  const taken = rollout.episode.steps.map(({ candidates = [] }) =>
    Math.max(
      0,
      candidates.findIndex(({ chosen }) => chosen),
    ),
  )
  return {
    rewards: zip(rewards, taken).map(([ofStep, index]) => nth(ofStep, index)),
    advantages: zip(advantages, taken).map(([ofStep, index]) => nth(ofStep, index)),
  }
}
