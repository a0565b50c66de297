/** One iteration of the closed loop: play and judge, decide and propose, train the policy, train the reward model. */
import { addresses } from '../../addresses.ts'
import { describeFailure } from '../../failure.ts'
import { derive, type Key } from '../../math/random.ts'
import {
  decidePending,
  measuredEvents,
  proposeOutside,
  settle,
  type BookChange,
  type ProposalRound,
  type TaskBook,
} from '../tasks/adaptation.ts'
import type { Cast } from './cast.ts'
import type { RunConfig } from '../config/config.ts'
import { creditGroup } from './credit.ts'
import { ordersOf, planGroups, playedGroups, rolloutsOf, type PlayedGroup } from './groups.ts'
import { iterationMetrics } from './iteration-metrics.ts'
import type { LineageEvent } from '../tasks/lineage.ts'
import type { IterationMetrics, TrainingMetrics } from '../metrics.ts'
import { invalidCounts, invalidWarnings, requireValid } from './invalid.ts'
import { models } from './orders.ts'
import { episodeRows, type EpisodeRow } from '../run-directory/episode-row.ts'
import { judgeSamples, policySamples, type CreditedGroup, type Samples } from './samples.ts'
import { stopwatch } from './stopwatch.ts'
import { learningRateAt, trainModel } from './train-model.ts'

/** What an iteration works with. */
export interface Stage {
  readonly cast: Cast
  readonly config: RunConfig
  /** Of the run. */
  readonly root: Key
  /** From 1; 0 is before the first. */
  readonly iteration: number
}

export interface IterationResult {
  readonly book: TaskBook
  readonly events: readonly LineageEvent<unknown>[]
  readonly rows: readonly EpisodeRow[]
  /** All but the evaluations, which are the run's. */
  readonly metrics: IterationMetrics
  /** What went wrong without ending the run: episodes and steps that are invalid, searches that broke off. */
  readonly warnings: readonly string[]
}

/** @throws {InvalidShareError} if more of what was played is invalid than the configuration allows. */
export async function runIteration(stage: Stage, book: TaskBook): Promise<IterationResult> {
  const { cast, config, root, iteration } = stage
  await cast.client.call({ kind: 'account', to: addresses.gpu })
  const clock = stopwatch(['rollout', 'adaptation', 'trainPolicy', 'trainRewardModel'])
  const planned = planGroups(config, root, iteration, book.slots)
  const batch = await cast.rollouts.play(ordersOf(config, root, planned))
  const counts = invalidCounts(batch)
  requireValid(counts, config.supervision.invalidShare)
  const played = playedGroups(planned, batch)
  clock.lap('rollout')

  const { enabled } = config.adaptation
  const measured = measuredEvents(book, iteration, played)
  const decided = enabled ? decide(stage, book, played) : { book, events: [] }
  const training = played.filter(({ use, slot }) => use === 'train' || wasAccepted(decided, slot))
  const proposed = enabled
    ? await propose(stage, decided.book, training)
    : { ...decided, events: [], outside: 0, failures: [] }
  clock.lap('adaptation')

  const credited = training.map(group => credit(group, config))
  const policy = await train(
    stage,
    'policy',
    policySamples(credited, { ...edges(config.policy.filter), edges: 'exclusive' }),
  )
  clock.lap('trainPolicy')
  const { train: trained, balance, filter } = config.rewardModel
  const votes = trained
    ? judgeSamples(credited, { ...edges(filter), edges: 'inclusive' }, balance)
    : { packed: [], dropped: {} }
  const rewardModel = await train(stage, 'rewardModel', votes)
  clock.lap('trainRewardModel')

  const { uses } = await cast.client.call({ kind: 'account', to: addresses.gpu })
  const events = [...measured, ...decided.events, ...proposed.events]
  return {
    book: proposed.book,
    events,
    rows: credited.flatMap(rowsOf),
    warnings: [
      ...invalidWarnings(counts),
      ...proposed.failures.map(failure => `a task keeps its form: ${describeFailure(failure)}`),
    ],
    metrics: iterationMetrics({
      iteration,
      batch,
      training,
      policy,
      rewardModel,
      events,
      outside: proposed.outside,
      failed: proposed.failures.length,
      slots: proposed.book.slots,
      laps: clock.laps,
      uses,
    }),
  }
}

/** Decides on the pending tasks; the adapter is told before it is asked again. */
function decide({ cast, config, iteration }: Stage, book: TaskBook, played: readonly PlayedGroup[]): BookChange {
  const { adaptation } = config
  const groups = new Map(
    played
      .filter(({ use }) => use === 'pending')
      .map(group => {
        const beside = played.find(({ use, slot }) => use === 'train' && slot === group.slot)
        return [group.slot, { pending: rolloutsOf(group), current: beside === undefined ? [] : rolloutsOf(beside) }]
      }),
  )
  const change = decidePending(book, iteration, groups, { ...adaptation, band: adaptation })
  settle(cast, book, change.events)
  return change
}

/** The groups of a slot's present task are what a proposal for it goes by. */
function propose(
  { cast, config, root, iteration }: Stage,
  book: TaskBook,
  training: readonly PlayedGroup[],
): Promise<ProposalRound> {
  const measured = [
    ...new Map(training.map(group => [group.slot, { slot: group.slot, group: rolloutsOf(group) }])).values(),
  ]
  return proposeOutside(cast, book, { iteration, measured, band: config.adaptation, key: derive(root, 'adapt') })
}

const wasAccepted = ({ events }: BookChange, slot: number): boolean =>
  events.some(event => event.kind === 'decided' && event.slot === slot && event.accepted)

function credit(group: PlayedGroup, { feedback, rewardModel }: RunConfig): CreditedGroup {
  const { malformedPenalty, group: over } = rewardModel
  return { group, credit: creditGroup(rolloutsOf(group), { ...feedback, malformedPenalty, group: over }) }
}

function train(
  { cast, config, root, iteration }: Stage,
  which: 'policy' | 'rewardModel',
  samples: Samples,
): Promise<TrainingMetrics> {
  const { learningRate, finalLearningRate, minibatches, clip, klWeight, clipNorm } = config[which]
  return trainModel({
    client: cast.client,
    model: models[which],
    ...samples,
    minibatches,
    clip,
    klWeight,
    clipNorm,
    learningRate: learningRateAt(learningRate, finalLearningRate, iteration - 1, config.iterations),
    key: derive(root, 'minibatches', which, iteration),
  })
}

const edges = ([low, high]: readonly [number, number]) => ({ low, high })

const rowsOf = ({ group, credit }: CreditedGroup): readonly EpisodeRow[] =>
  group.members.flatMap(({ key, rollout }, episode) =>
    episodeRows(key, rollout, {
      rewards: credit.rewards[episode]!,
      advantages: credit.advantages[episode]!,
      judgeRewards: credit.judgeRewards[episode]!,
      judgeAdvantages: credit.judgeAdvantages[episode]!,
    }),
  )
