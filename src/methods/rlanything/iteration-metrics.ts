/** Sums up one iteration as its line of metrics. Pure. */
import { samplesOf, type Rollout } from '../../contracts/episode.ts'
import type { DeviceUsage } from '../../contracts/messages/gpu.ts'
import { rolloutsOf, type PlayedGroup } from '../../rollout/groups.ts'
import { mean } from '../../math/statistics.ts'
import { invalidCounts } from '../../rollout/invalid.ts'
import type { LineageEvent } from '../../curriculum/lineage.ts'
import { shareOf } from '../../reward/verdicts/measure.ts'
import type { IterationMetrics, IterationTime, JudgeQuality, TrainingMetrics } from '../../contracts/metrics.ts'
import type { RolloutBatch } from '../../rollout/rollouts.ts'
import { acceptedCounts, type Slots } from '../../curriculum/slots.ts'

/** What the time of an iteration went to, ms. */
export type Laps = Pick<IterationTime, 'waiting' | 'rollout' | 'adaptation' | 'trainPolicy' | 'trainRewardModel'>

export interface IterationSummary {
  /** From 1. */
  readonly iteration: number
  readonly batch: RolloutBatch
  /** The groups that were trained on, whatever the filters left of them. */
  readonly training: readonly PlayedGroup[]
  /** Of the judge on these groups. */
  readonly judge: JudgeQuality
  readonly policy: TrainingMetrics
  readonly rewardModel: TrainingMetrics
  readonly events: readonly LineageEvent<unknown>[]
  readonly outside: number
  readonly failed: number
  readonly slots: Slots<unknown>
  readonly laps: Laps
  readonly account: DeviceUsage
}

export function iterationMetrics(summary: IterationSummary): IterationMetrics {
  const { iteration, batch, training, judge, policy, rewardModel, laps } = summary
  const rollouts = training.flatMap(rolloutsOf)
  const steps = rollouts.flatMap(({ episode }) => episode.steps)
  const everything = [...batch.rollouts.values()]
  const allSteps = everything.reduce((sum, { episode }) => sum + episode.steps.length, 0)
  const total = laps.waiting + laps.trainPolicy + laps.trainRewardModel
  return {
    iteration,
    episodes: everything.length,
    invalid: batch.invalid.length,
    invalidSteps: invalidCounts(batch)[1].invalid,
    steps: allSteps,
    success: shareOf(rollouts, ({ episode }) => episode.won),
    meanSteps: rollouts.length === 0 ? 0 : steps.length / rollouts.length,
    score: rollouts.length === 0 ? 0 : mean(rollouts.map(({ episode }) => episode.score)),
    goodSteps: shareOf(steps, ({ label }) => label.good),
    judge,
    policy,
    rewardModel,
    adaptation: adaptationMetrics(summary),
    evaluations: [],
    probe: null,
    time: {
      ...laps,
      total,
      evaluation: 0,
      checkpoint: 0,
      stepsPerSecond: (1000 * allSteps) / total,
      tokensPerSecond: (1000 * everything.reduce((sum, rollout) => sum + tokensOf(rollout), 0)) / total,
      ...deviceTime(summary.account),
    },
  }
}

const deviceTime = ({
  uses,
  wallMs,
  busyMs,
  idleMs,
}: DeviceUsage): Pick<IterationTime, 'device' | 'deviceShare' | 'deviceUse'> => ({
  deviceShare: wallMs > 0 ? busyMs / wallMs : 0,
  deviceUse: busyMs > 0 ? busyMs / (busyMs + idleMs) : null,
  device: uses,
})

function adaptationMetrics({ events, outside, failed, slots }: IterationSummary): IterationMetrics['adaptation'] {
  const decided = events.filter(event => event.kind === 'decided')
  const { harder, easier } = acceptedCounts(slots)
  return {
    outside,
    failed,
    proposed: events.filter(event => event.kind === 'proposed').length,
    decided: decided.length,
    accepted: decided.filter(({ accepted }) => accepted).length,
    acceptedHarder: harder,
    acceptedEasier: easier,
  }
}

/** Tokens read and written by the policy and the judge. */
const tokensOf = ({ episode, judged }: Rollout): number =>
  episode.steps.reduce((sum, { context, tokens }) => sum + context.length + tokens.length, 0) +
  judged.reduce(
    (sum, step) => sum + step.context.length + samplesOf(step).reduce((all, { tokens }) => all + tokens.length, 0),
    0,
  )
