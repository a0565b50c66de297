/**
 * RLAnything, arXiv 2602.02488: policy, reward model and tasks train each other.
 *
 *   repeat
 *     roll out G episodes of each drawn task and each proposed one; the reward model judges every step m times
 *     accept a proposed task if accuracy moved the way it was meant to; propose others for tasks outside the band
 *     R_i = O + λ Σ_j S_ij / m                 train the policy on R standardised over the steps of a group
 *     R(S_ij) = R_i S_ij                       train the reward model on the consistency of its votes with R
 *
 * Departures from the paper are listed in README.md beside this file.
 */
import { addresses } from '../../contracts/addresses.ts'
import { samplesOf } from '../../contracts/episode.ts'
import { recallMemory } from '../../curriculum/adapter-memory.ts'
import { policySamples } from '../../learning/samples.ts'
import {
  afterTraining,
  maxOffPolicyIterations,
  noVersions,
  stalenessOfVersion,
  type VersionHistory,
} from '../../learning/staleness.ts'
import { heldOutTasks } from '../../rollout/evaluation.ts'
import { judgedRequests, policyRequests } from '../../rollout/rollout-requests.ts'
import { rewardModelKindOf } from '../../reward/choose.ts'
import { passSharesOf } from '../../reward/unit-tests/written-tests.ts'
import { stopwatch } from '../../runtime/waiting/stopwatch.ts'
import { defineMethod } from '../define-method.ts'
import type { Collected, Learning } from '../method.ts'
import { rollOut } from '../roll-out.ts'
import { trainRole } from '../train-role.ts'
import { adaptationMetrics, adaptTasks, type AdaptationCounts } from './adapt-tasks.ts'
import { caveatsOf } from './caveats.ts'
import { creditGroups } from './credit/credit-groups.ts'
import { evaluateJudge, recordJudgeEvaluation } from './judge-evaluation.ts'
import type { Parts, Plan } from './lab.ts'
import { planGroups } from './plan-groups.ts'
import { rewardModelSamples } from './reward-model-samples.ts'
import { runFormulation } from './run-formulation.ts'
import { parseState, stateOf } from './state.ts'
import { runTests } from './run-tests.ts'
import { startersOf } from './starters.ts'
import { nth } from '../../math/nth.ts'

/** Versions of both models after each of their trainings. */
interface Learned {
  readonly policy: VersionHistory
  readonly rewardModel: VersionHistory
}

interface Batch extends Plan, Collected {
  readonly counts: AdaptationCounts
}

export const rlanything = defineMethod<Parts, Plan, Batch, Learned>({
  name: 'rlanything',
  actors: ['rewardModel', 'adapter'],
  models: startersOf,
  fresh: { policy: noVersions, rewardModel: noVersions },
  save: stateOf,

  async prepare({ config, world, formulation: given }) {
    const judging = rewardModelKindOf(world)
    const { name, whole } = await runFormulation(config, judging, given)
    return { parts: { formulation: whole, judging }, formulation: name, caveats: caveatsOf(config, world) }
  },

  async begin(lab, slots) {
    const { config, world, client } = lab
    const tasks = heldOutTasks(world, 'unseen', config.evaluation.probeTasks)
    const probe = await recordJudgeEvaluation(lab, tasks)
    return { iteration: 0, slots, criticismBySlot: {}, memory: await recallMemory(client), probe }
  },

  resume({ client }, { iteration, slots, state }) {
    const kept = parseState(state)
    client.tell({ kind: 'set-state', to: addresses.adapter, memory: kept.memory })
    return Promise.resolve({ iteration, slots, ...kept })
  },

  async collect(lab, before): Promise<Batch> {
    const { config } = lab
    const iteration = before.iteration + 1
    const clock = stopwatch(['rollout', 'adaptation'])
    const planned = planGroups(lab, iteration, before.slots)
    const requests = config.feedback.source === 'judge' ? judgedRequests : policyRequests
    const { played, batch, warnings } = await rollOut(lab, planned, requests(lab, planned), groups =>
      runTests(lab, groups),
    )
    clock.lap('rollout')
    const adapted = await adaptTasks(lab, before, iteration, played)
    clock.lap('adaptation')
    return {
      ...adapted,
      iteration,
      probe: before.probe,
      batch,
      warnings: [...warnings, ...adapted.warnings],
      laps: clock.laps,
    }
  },

  async learn(lab, batch, learned): Promise<Learning<Learned>> {
    const { config, judging } = lab
    const clock = stopwatch(['trainPolicy', 'trainRewardModel'])
    const credited = creditGroups(lab, batch)
    const [low, high] = config.policy.filter
    const freshness = { trainings: learned.policy, stale: config.mode.stale }
    const actions = policySamples(credited, { low, high, edges: 'exclusive' }, freshness)
    const { iteration } = batch
    const { objectives } = lab.formulation
    const policy = await trainRole(lab, 'policy', { iteration, samples: actions, objective: objectives.policy })
    clock.lap('trainPolicy')
    const judgments = rewardModelSamples(lab, credited, learned.rewardModel)
    const rewardModel = await trainRole(lab, 'rewardModel', {
      iteration,
      samples: judgments,
      objective: objectives.rewardModel,
    })
    clock.lap('trainRewardModel')
    const most = maxOffPolicyIterations(config)
    return {
      metrics: {
        judge: judging.quality(batch.training, config.feedback.lambda),
        policy: policy.metrics,
        rewardModel: rewardModel.metrics,
        adaptation: adaptationMetrics(batch),
      },
      feedback: credited.flatMap(({ group, credit }) => {
        const passShares = passSharesOf(group)
        return group.members.map(({ key, rollout }, episode) => ({
          key,
          rollout,
          feedback: {
            rewards: nth(credit.rewards, episode),
            advantages: nth(credit.advantages, episode),
            judgeRewards: nth(credit.judgeRewards, episode),
            judgeAdvantages: nth(credit.judgeAdvantages, episode),
            passShares: nth(passShares, episode),
            ages: rollout.episode.steps.map(({ version }) => stalenessOfVersion(learned.policy, version)),
            judgeAges: rollout.judged.map(step => {
              const version = samplesOf(step)[0]?.version
              return version === undefined ? null : stalenessOfVersion(learned.rewardModel, version)
            }),
          },
        }))
      }),
      learned: {
        policy: afterTraining(learned.policy, policy.version, most),
        rewardModel: afterTraining(learned.rewardModel, rewardModel.version, most),
      },
      laps: clock.laps,
    }
  },

  measure: (lab, { probe }) => evaluateJudge(lab, probe),
})
