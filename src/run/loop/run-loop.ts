/** The iterations of a run: each is collected, trained on, evaluated when due, written to disk and reported. */
import type { Evaluated, IterationMetrics } from '../../contracts/metrics.ts'
import type { Collected, SavedProgress } from '../../methods/method.ts'
import { now } from '../../runtime/waiting/clock.ts'
import { stopwatch } from '../../runtime/waiting/stopwatch.ts'
import { episodeRows, type EpisodeRow } from '../directory/records/episode-row.ts'
import type { TrainingEvent } from '../events/events.ts'
import { createCheckpointWriter, type CheckpointWriter } from './checkpoint-writer.ts'
import { iterationMetrics } from './iteration-metrics.ts'
import { processUse } from './process-use.ts'
import { latestOf, measure, summarise } from './measure.ts'
import type { Run } from './run.ts'
import { takeSnapshot } from './snapshot.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import { createTruncatedWatch } from './truncated.ts'
import { createUntrainedWatch } from './untrained.ts'

/**
 * Runs until the last iteration or until `signal` asks to stop; either way everything is saved.
 *
 * @throws {RunFailedError} if it fails: then everything up to the last whole iteration is saved.
 */
export async function runLoop(run: Run, emit: (event: TrainingEvent) => void, signal?: AbortSignal): Promise<void> {
  const checkpoints = createCheckpointWriter(run)
  try {
    await iterate(run, checkpoints, emit, signal)
  } catch (thrown) {
    throw await checkpoints.saveOnFailure(thrown)
  }
}

async function iterate(
  run: Run,
  checkpoints: CheckpointWriter,
  emit: (event: TrainingEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { config, directory, runActors, method, before, tokenizers, networks, stores } = run
  let { latest } = run
  let after = summarise(run.iteration, latest, run.newest)
  let spentMs = 0
  const timeline = createTimeline(now)
  const watches = [createUntrainedWatch(), createTruncatedWatch(config)]
  const warn = (text: string): void => emit({ kind: 'warning', text })
  for (let iteration = run.iteration + 1; iteration <= config.iterations; iteration += 1) {
    if (signal?.aborted === true) break
    const { collected, metrics: trained, rows } = await trainIteration(run, timeline)
    collected.warnings.forEach(warn)
    const last = iteration === config.iterations
    const { laps, timed } = stopwatch()
    const due = isDue(iteration, config.evaluation.every) || last
    const measured = due ? await timed('evaluation', () => measure(run, iteration)) : null
    timeline.lap('evaluation')

    const snapshot = await timed('checkpoint', async () => {
      const taken = await takeSnapshot(
        [...Object.keys(tokenizers), ...networks].map(runActors.model),
        stores,
        collected,
      )
      await directory.appendLineage(collected.events)
      await directory.writeEpisodes(iteration, rows)
      if (isDue(iteration, config.checkpoint.every) || last)
        await checkpoints.write(taken, withMeasured(trained, measured, laps))
      return taken
    })
    timeline.lap('checkpoint')

    const metrics = withMeasured(trained, measured, laps)
    await directory.appendMetrics(metrics)
    if (last) timeline.used(await runActors.usage())
    await directory.appendTimeline(timeline.line(iteration, runActors.links()))
    checkpoints.defer(snapshot)
    latest = latestOf([metrics], latest)
    after = summarise(iteration, latest, metrics)
    spentMs += metrics.time.total
    const remainingMs = (spentMs / (iteration - run.iteration)) * (config.iterations - iteration)
    emit({ kind: 'iteration', metrics, totalIterations: config.iterations, remainingMs })
    watches.flatMap(({ take }) => take(metrics)).forEach(warn)
  }
  method.stop()
  await checkpoints.flush()
  const reason = after.iteration === config.iterations ? 'complete' : 'interrupted'
  await directory.writeSummary({ before, after })
  watches.flatMap(({ end }) => end()).forEach(warn)
  emit({ kind: 'finished', directory: directory.path, before, after, reason })
}

interface Iteration {
  readonly collected: Collected & SavedProgress
  /** All except measurements besides training. */
  readonly metrics: IterationMetrics
  readonly rows: readonly EpisodeRow[]
}

/** Collects the next batch, or waits for it where it is collected ahead, and trains on it. */
async function trainIteration({ runActors, method }: Run, timeline: Timeline): Promise<Iteration> {
  timeline.used(await runActors.usage())
  const { laps, timed } = stopwatch()
  const used = processUse()
  const collected = await timed('waiting', method.collect)
  timeline.lap('collect')
  const learning = await timed('learning', method.learn)
  timeline.lap('learn')
  const { waiting = 0, learning: learningMs = 0 } = laps
  const time = { total: waiting + learningMs, waiting, ...collected.laps, ...learning.laps }
  const usage = await runActors.usage()
  timeline.used(usage)
  return {
    collected,
    metrics: iterationMetrics({ ...collected, ...learning, players: method.players, time, usage, used: used() }),
    rows: learning.feedback.flatMap(each => episodeRows(each.key, each.rollout, each.feedback)),
  }
}

const isDue = (iteration: number, every: number): boolean => every > 0 && iteration % every === 0

function withMeasured(
  metrics: IterationMetrics,
  measured: Evaluated | null,
  laps: Readonly<Record<string, number>>,
): IterationMetrics {
  const total = Object.values(laps).reduce((sum, ms) => sum + ms, metrics.time.total)
  const time = { ...metrics.time, ...laps, total }
  return { ...metrics, ...measured, measures: { ...metrics.measures, ...measured?.measures }, time }
}
