/**
 * RLAnything, arXiv 2602.02488: policy, reward model and tasks improve together.
 *
 *   repeat
 *     roll out G episodes of each drawn task and each proposed one; the reward model votes on every step m times
 *     accept a proposed task if accuracy moved the way it was meant to; propose others for tasks outside the band
 *     R_i = O + λ Σ_j S_ij / m                 train the policy on R standardised over the steps of a group
 *     R(S_ij) = R_i S_ij                       train the reward model on the consistency of its votes with R
 *
 * Departures from the paper are listed in README.md in this folder.
 */
import { configuredBand } from '../../learning/success-band.ts'
import { observerNotes, samplesOf } from '../../contracts/episode.ts'
import { prefixed } from '../../contracts/measure.ts'
import { taskMeasures } from '../../curriculum/measures.ts'
import { adapterName } from '../../curriculum/messages.ts'
import { noVersions } from '../../learning/staleness.ts'
import { rewardModelKindOf } from '../../reward/kinds/choose.ts'
import { heldOutTasks } from '../../rollout/evaluation.ts'
import { adapterActor, fetchMemory } from '../../curriculum/adapter-actor.ts'
import { unwatched } from '../../reward/divergence.ts'
import { requestsWithVotes, rewardModelName } from '../../reward/requests-with-votes.ts'
import { observerActor } from '../../reward/kinds/observer-actor.ts'
import { goldQuality, type GoldQuality } from '../../reward/verdicts/gold.ts'
import { policyRequests } from '../../rollout/rollout-requests.ts'
import { truncatedShare } from '../../rollout/truncated-share.ts'
import { defineMethod } from '../define-method.ts'
import { feedbackRows } from '../kit/feedback-rows.ts'
import type { Collected, Method, PreparedMethod } from '../method.ts'
import { rollOut } from '../kit/roll-out.ts'
import { trainPolicy } from '../kit/train-policy.ts'
import { trainEach } from '../kit/train-role.ts'
import { adaptationMetrics, adaptTasks, type AdaptationCounts } from './adapt-tasks.ts'
import { caveatsOf, requireGold, requireSignal } from './caveats.ts'
import { creditGroups } from './credit/credit-groups.ts'
import { goldMeasures, goldMetrics, halved, watchRewardModel, withGold } from './divergence.ts'
import { evaluateRewardModel, recordRewardModelEvaluation } from './reward-model-evaluation.ts'
import { feedbackOfNotes, type ModelVersions } from './feedback-of-notes.ts'
import type { Parts, Plan } from './lab.ts'
import { examined, planGroups } from './groups.ts'
import { runFormulation } from './run-formulation.ts'
import { rlanythingContradictions, rlanythingSettings } from './settings.ts'
import { startersOf } from './starters.ts'
import { parseState, stateOf } from './state.ts'
import { trainRewardModel } from './train-reward-model.ts'
import { workOf } from './work.ts'

interface Batch extends Plan, Collected {
  readonly counts: AdaptationCounts
  /** Of the votes on `training`. */
  readonly gold: GoldQuality
}

export const rlanything = defineMethod<typeof rlanythingSettings, Parts, Plan, Batch, ModelVersions>({
  name: 'rlanything',
  settings: rlanythingSettings,
  contradictions: rlanythingContradictions,
  actors: (context, { adaptation }) => [observerActor(context), adapterActor(context, adaptation)],
  models: startersOf,
  work: workOf,
  uncounted: null,
  measures: (_, world) => {
    const { name, measures } = rewardModelKindOf(world)
    return [...measures, ...(name === 'verdicts' ? goldMeasures : []), ...taskMeasures]
  },
  fresh: { policy: noVersions, rewardModel: noVersions },
  save: stateOf,

  requireSignal,

  async prepare({ config, world, formulation: given }) {
    requireGold(config, world)
    const rewardModelKind = rewardModelKindOf(world)
    const { name, whole } = await runFormulation(config, rewardModelKind, given)
    return { parts: { formulation: whole, rewardModelKind }, formulation: name, caveats: caveatsOf(config, world) }
  },

  async begin(lab, slots) {
    const { config, world, client } = lab
    const tasks = heldOutTasks(world, 'unseen', config.evaluation.probeTasks)
    const probe = await recordRewardModelEvaluation(lab, tasks)
    return { iteration: 0, slots, criticismBySlot: {}, memory: await fetchMemory(client), probe, watched: unwatched }
  },

  resume({ client }, { iteration, slots, state }) {
    const kept = parseState(state)
    client.tell({ kind: 'set-state', to: adapterName, memory: kept.memory })
    return Promise.resolve({ iteration, slots, ...kept })
  },

  ahead: (settled, last) => ({
    ...stateOf(settled),
    ...{ slots: settled.slots, settled: settled.iteration },
    ...{ iteration: last.iteration + 1, tried: last.settled ?? last.iteration },
  }),

  async collect(lab, { iteration: last, slots, tried, previous }) {
    const iteration = last + 1
    const planned = planGroups(lab, iteration, slots, tried)
    const hasVotes = lab.config.feedback.source === 'reward-model'
    const { name } = lab.rewardModelKind
    const requests = hasVotes
      ? withGold(lab, requestsWithVotes(lab, planned, name), planned, name)
      : policyRequests(lab, planned)
    const { played, batch, warnings } = await rollOut(lab, planned, requests, groups => examined(lab, groups))
    const before = await previous
    const adapted = await lab.timed('adaptation', () => adaptTasks(lab, before, iteration, played))
    const gold = goldQuality(adapted.training)
    const alarm = watchRewardModel(lab.config, before.watched, iteration, gold)
    return {
      ...adapted,
      iteration,
      probe: before.probe,
      watched: alarm.watched,
      gold,
      batch,
      warnings: [...warnings, ...adapted.warnings, ...alarm.warnings],
    }
  },

  async learn(lab, batch, versions) {
    const { config, formulation, rewardModelKind } = lab
    const { objectives } = formulation
    const { iteration, training, watched, gold } = batch
    const action = watched.since === null ? null : config.rewardModel.onDivergence
    const credited = creditGroups(action === 'lower-lambda' ? { ...lab, formulation: halved(formulation) } : lab, batch)
    const { policy, rewardModel } = await trainEach(config, {
      policy: () =>
        trainPolicy(lab, {
          iteration,
          credited,
          versions: versions.policy,
          objective: objectives.policy,
          band: configuredBand(config.policy),
        }),
      rewardModel: () =>
        trainRewardModel(lab, {
          frozen: action === 'freeze',
          iteration,
          credited,
          versions: versions.rewardModel,
          objective: objectives.rewardModel,
        }),
    })
    return {
      models: {
        policy: policy.metrics,
        [rewardModelName]: { ...rewardModel.metrics, truncated: truncatedShare(notesOf(batch.batch)) },
      },
      measures: {
        ...prefixed('reward-model.', rewardModelKind.quality(training, config.feedback.lambda)),
        ...(rewardModelKind.name === 'verdicts' ? goldMetrics(gold, watched) : {}),
        ...adaptationMetrics(batch),
      },
      feedback: feedbackRows(credited, feedbackOfNotes(versions)),
      learned: { policy: policy.versions, rewardModel: rewardModel.versions },
    }
  },

  measure: (lab, { probe }) => evaluateRewardModel(lab, probe),
})

/** All that the reward model wrote. */
const notesOf = ({ rollouts }: Collected['batch']) =>
  [...rollouts.values()].flatMap(rollout => observerNotes(rollout).flatMap(samplesOf))

/** Its parts in a run that is prepared; `null` for another method. */
export const rlanythingParts = (method: Method, { parts }: PreparedMethod): Parts | null =>
  /* No other program is this method. */
  method === rlanything ? (parts as Parts) : null
