/** One iteration of the closed loop: episodes that were played and judged train the policy, then the reward model. */
import { addresses } from '../../contracts/addresses.ts'
import { samplesOf } from '../../contracts/episode.ts'
import { derive } from '../../math/random.ts'
import type { RunConfig } from '../../config/config.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { episodeRows, type EpisodeRow } from '../../run/directory/episode-row.ts'
import type { PlayedGroup } from '../../rollout/groups.ts'
import { passSharesOf } from '../../reward/unit-tests/written-tests.ts'
import { crediting } from './credit/by-kind.ts'
import { iterationMetrics } from './iteration-metrics.ts'
import { models } from '../../rollout/rollout-requests.ts'
import type { CollectedBatch, IterationContext } from './play-iteration.ts'
import { judgeSamples, policySamples, type CreditedGroup, type Samples } from '../../learning/samples.ts'
import { afterTraining, stalenessOfVersion, noVersions, type VersionHistory } from '../../learning/staleness.ts'
import { stopwatch } from '../../runtime/waiting/stopwatch.ts'
import { learningRateAt, trainModel, type TrainedModel } from '../../learning/train-model.ts'

/** The trainings of both models so far. */
export type History = Readonly<Record<'policy' | 'rewardModel', VersionHistory>>

export const noHistory: History = { policy: noVersions, rewardModel: noVersions }

export interface IterationResult {
  readonly played: CollectedBatch
  readonly rows: readonly EpisodeRow[]
  /** All but the evaluations, which are the run's. */
  readonly metrics: IterationMetrics
  readonly history: History
}

/**
 * Iterations that may be played before the one that is trained on is over: nothing that is trained on is older than so
 * many trainings.
 */
export const maxOffPolicyIterations = ({ mode }: RunConfig): number =>
  mode.kind === 'synchronous' ? 0 : mode.staleness

/** @param next waits for the episodes of the iteration. */
export async function runIteration(
  stage: IterationContext,
  next: () => Promise<CollectedBatch>,
  history: History,
): Promise<IterationResult> {
  const { cast, config } = stage
  await cast.client.call({ kind: 'get-usage', to: addresses.gpu })
  const clock = stopwatch(['waiting', 'trainPolicy', 'trainRewardModel'])
  const played = await next()
  clock.lap('waiting')

  const { stale } = config.mode
  const credited = played.training.map(group => credit(group, stage, played.iteration))
  const filter = { ...edges(config.policy.filter), edges: 'exclusive' } as const
  const actions = policySamples(credited, filter, { trainings: history.policy, stale })
  const policy = await train(stage, played.iteration, 'policy', actions)
  clock.lap('trainPolicy')
  const written = writtenToTrainOn(credited, stage, history.rewardModel)
  const rewardModel = await train(stage, played.iteration, 'rewardModel', written)
  clock.lap('trainRewardModel')

  const account = await cast.client.call({ kind: 'get-usage', to: addresses.gpu })
  const most = maxOffPolicyIterations(config)
  return {
    played,
    rows: credited.flatMap(group => rowsOf(group, history)),
    metrics: iterationMetrics({
      ...played,
      judge: stage.judging.quality(played.training, config.feedback.lambda),
      policy: policy.metrics,
      rewardModel: rewardModel.metrics,
      slots: played.pool.slots,
      laps: { ...clock.laps, ...played.laps },
      account,
    }),
    history: {
      policy: afterTraining(history.policy, policy.version, most),
      rewardModel: afterTraining(history.rewardModel, rewardModel.version, most),
    },
  }
}

function writtenToTrainOn(
  credited: readonly CreditedGroup[],
  { config, judging: { balancesClasses: balances, noAdvantageReason: lacking } }: IterationContext,
  trainings: VersionHistory,
): Samples {
  const { train: isTrained, balance, filter } = config.rewardModel
  if (!isTrained) return { packed: [], dropped: {}, ages: [] }
  return judgeSamples(credited, {
    filter: { ...edges(filter), edges: 'inclusive' },
    balance: balance && balances,
    noAdvantageReason: lacking,
    trainings,
    stale: config.mode.stale,
  })
}

function credit(
  group: PlayedGroup,
  { config, formulation, judging }: IterationContext,
  iteration: number,
): CreditedGroup {
  const { feedback, iterations } = config
  const moment = { iteration, iterations }
  const options = { formulation, source: feedback.source, moment }
  return { group, credit: crediting[judging.name].credit(group, options) }
}

function train(
  { cast, config, formulation, root }: IterationContext,
  iteration: number,
  which: keyof History,
  samples: Samples,
): Promise<TrainedModel> {
  const { learningRate, finalLearningRate, minibatches, clipNorm } = config[which]
  return trainModel({
    client: cast.client,
    model: models[which],
    ...samples,
    ratioCap: config.mode.ratioCap,
    minibatches,
    objective: formulation.objectives[which],
    clipNorm,
    learningRate: learningRateAt(learningRate, finalLearningRate, iteration - 1, config.iterations),
    key: derive(root, 'minibatches', which, iteration),
  })
}

const edges = ([low, high]: readonly [number, number]) => ({ low, high })

function rowsOf({ group, credit }: CreditedGroup, history: History): readonly EpisodeRow[] {
  const passShares = passSharesOf(group)
  return group.members.flatMap(({ key, rollout }, episode) =>
    episodeRows(key, rollout, {
      rewards: credit.rewards[episode]!,
      advantages: credit.advantages[episode]!,
      judgeRewards: credit.judgeRewards[episode]!,
      judgeAdvantages: credit.judgeAdvantages[episode]!,
      passShares: passShares[episode]!,
      ages: rollout.episode.steps.map(({ version }) => stalenessOfVersion(history.policy, version)),
      judgeAges: rollout.judged.map(step => {
        const version = samplesOf(step)[0]?.version
        return version === undefined ? null : stalenessOfVersion(history.rewardModel, version)
      }),
    }),
  )
}
