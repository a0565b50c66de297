/** Sums up one iteration as its line of metrics. Pure. */
import { samplesOf, type EpisodeStep, type Rollout } from '../../contracts/episode.ts'
import type { DeviceUsage } from '../../contracts/models/device-usage.ts'
import type { IterationMetrics, IterationSpeed, IterationTime } from '../../contracts/metrics.ts'
import { mean, shareOf } from '../../math/statistics.ts'
import type { Collected, MethodRun } from '../../methods/method.ts'
import { rolloutsOf } from '../../rollout/groups.ts'
import { policyName } from '../../rollout/rollout-requests.ts'
import { actionsOf, truncatedShare } from '../../rollout/truncated-share.ts'
import { invalidCounts } from '../../rollout/invalid.ts'

export interface IterationSummary
  extends
    Pick<Collected, 'iteration' | 'batch' | 'training' | 'vectorSteps'>,
    Pick<IterationMetrics, 'models' | 'measures'>,
    Pick<MethodRun, 'players'> {
  /** ms. */
  readonly time: IterationTime
  readonly usage: DeviceUsage
  /** Of processor and memory. */
  readonly used: Pick<IterationSpeed, 'processorCores' | 'memoryMiB'>
}

/** All but the evaluations, which are the run's. */
export function iterationMetrics({
  iteration,
  batch,
  training,
  models,
  players,
  measures,
  time,
  usage,
  used,
  vectorSteps = 0,
}: IterationSummary): IterationMetrics {
  const rollouts = training.flatMap(rolloutsOf)
  const steps = rollouts.flatMap(({ episode }) => episode.steps)
  const everything = [...batch.rollouts.values()]
  const allSteps = everything.reduce((sum, { episode }) => sum + episode.steps.length, vectorSteps)
  const { total } = time
  const played = [...new Set([policyName, ...Object.values(players)])].map(name => {
    const isOwn = ({ agent }: EpisodeStep): boolean => (players[agent] ?? policyName) === name
    const own = everything.flatMap(({ episode }) => actionsOf(episode.steps.filter(isOwn)))
    return [name, { ...models[name], truncated: truncatedShare(own) }] as const
  })
  return {
    iteration,
    episodes: everything.length,
    invalid: batch.invalid.length,
    invalidSteps: invalidCounts(batch)[1].invalid,
    steps: allSteps,
    success: shareOf(rollouts.map(({ episode }) => episode.won)) ?? 0,
    meanSteps: rollouts.length === 0 ? 0 : steps.length / rollouts.length,
    score: rollouts.length === 0 ? 0 : mean(rollouts.map(({ episode }) => episode.score)),
    goodSteps: shareOf(steps.flatMap(({ label }) => (label === null ? [] : [label.good]))),
    truncatedEpisodes: shareOf(rollouts.map(({ episode }) => episode.ending === 'truncated')) ?? 0,
    models: { ...models, ...Object.fromEntries(played) },
    measures,
    evaluations: [],
    time,
    speed: {
      stepsPerSecond: (1000 * allSteps) / total,
      tokensPerSecond: (1000 * everything.reduce((sum, rollout) => sum + tokensOf(rollout), 0)) / total,
      ...deviceUse(usage),
      ...used,
    },
  }
}

const deviceUse = ({
  uses,
  wallMs,
  busyMs,
  idleMs,
  services,
  weightBytes,
}: DeviceUsage): Omit<IterationSpeed, 'stepsPerSecond' | 'tokensPerSecond'> => ({
  deviceShare: wallMs > 0 ? busyMs / wallMs : 0,
  deviceUse: busyMs > 0 ? busyMs / (busyMs + idleMs) : null,
  device: uses,
  ...(services === undefined ? {} : { services }),
  ...(weightBytes === undefined ? {} : { weightBytes }),
})

/** Tokens read and written by players and observers. */
const tokensOf = ({ episode, notes }: Rollout): number =>
  episode.steps.reduce((sum, step) => sum + step.context.length + writtenIn(step), 0) +
  Object.values(notes)
    .flat()
    .reduce(
      (sum, step) => sum + step.context.length + samplesOf(step).reduce((all, { tokens }) => all + tokens.length, 0),
      0,
    )

/** Of a tree all candidates. */
const writtenIn = ({ tokens, candidates }: EpisodeStep): number =>
  candidates === undefined ? tokens.length : candidates.reduce((sum, candidate) => sum + candidate.tokens.length, 0)
