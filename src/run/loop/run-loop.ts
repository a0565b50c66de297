/** The iterations of a run: each is played, trained, measured when due, written down and told. */
import type { Environment } from '../../contracts/environment.ts'
import { rootKey } from '../../math/random.ts'
import type { TaskPool } from '../../curriculum/adaptation.ts'
import type { RunActors } from '../actors/run-actors.ts'
import type { StoredModels } from './checkpoint.ts'
import type { RunConfig } from '../../config/config.ts'
import { heldOutTasks, measureSuccess } from '../../rollout/evaluation.ts'
import type { Summary, TrainingEvent } from '../events.ts'
import { maxOffPolicyIterations, noHistory, runIteration } from '../../methods/rlanything/iteration.ts'
import { createCheckpointWriter, type CheckpointWriter } from './checkpoint-writer.ts'
import { prefetch } from './prefetch.ts'
import type { RewardModelKind } from '../../reward/reward-model-kind.ts'
import { playIteration, type CollectedBatch, type CurriculumState } from '../../methods/rlanything/play-iteration.ts'
import { evaluateJudge, type ProbeTask } from '../../methods/rlanything/judge-evaluation.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import type { Given } from '../how-to-resume.ts'
import type { RunDirectory } from '../directory/run-directory.ts'
import type { CompleteFormulation } from '../../methods/rlanything/formulation/formulation.ts'
import { acceptedCounts } from '../../curriculum/slots.ts'
import { takeSnapshot } from './snapshot.ts'
import { stopwatch } from '../../runtime/waiting/stopwatch.ts'

/** A run that is ready to go on. */
export interface Run {
  readonly directory: RunDirectory
  readonly config: RunConfig
  readonly world: Environment<unknown, unknown>
  readonly cast: RunActors
  readonly formulation: CompleteFormulation
  /** What has to be given to it again when it is resumed. */
  readonly given: readonly Given[]
  readonly judging: RewardModelKind
  readonly tokenizers: Readonly<Record<keyof StoredModels, string>>
  /** Iterations made. */
  readonly iteration: number
  readonly pool: TaskPool
  readonly probe: readonly ProbeTask[]
  readonly before: Summary
  /** The newest measurement. */
  readonly latest: Measurement
}

/** Where the policy and the judge stand. */
type Measurement = Pick<Summary, 'evaluations' | 'probe'>

/**
 * Goes on until the last iteration or until `signal` asks to stop; either way everything is saved.
 *
 * @throws {RunFailedError} if it breaks off: then everything up to the last whole iteration is saved.
 */
export async function runLoop(run: Run, emit: (event: TrainingEvent) => void, signal?: AbortSignal): Promise<void> {
  const keeper = createCheckpointWriter(run)
  try {
    await iterate(run, keeper, emit, signal)
  } catch (thrown) {
    throw await keeper.saveOnFailure(thrown)
  }
}

async function iterate(
  run: Run,
  keeper: CheckpointWriter,
  emit: (event: TrainingEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { config, directory, cast, formulation, judging, before } = run
  let { pool } = run
  let after = summarise(run.iteration, run.latest, pool)
  let spentMs = 0
  let history = noHistory
  const stage = { cast, config, formulation, judging, root: rootKey(config.seed) }
  const options = { lead: maxOffPolicyIterations(config), count: config.iterations - run.iteration }
  const ahead = prefetch<CurriculumState, CollectedBatch>(run, before => playIteration(stage, before), options)
  for (let iteration = run.iteration + 1; iteration <= config.iterations; iteration += 1) {
    if (signal?.aborted === true) break
    const result = await runIteration(stage, ahead.next, history)
    const { played } = result
    pool = played.pool
    history = result.history
    for (const text of played.warnings) emit({ kind: 'warning', text })
    const last = iteration === config.iterations
    const clock = stopwatch(['evaluation', 'checkpoint'])
    const measured = isDue(iteration, config.evaluation.every) || last ? await measure(run) : null
    clock.lap('evaluation')

    const snapshot = await takeSnapshot(cast.client, played)
    await directory.appendLineage(played.events)
    await directory.writeEpisodes(iteration, result.rows)
    if (isDue(iteration, config.checkpoint.every) || last)
      await keeper.write(snapshot, withMeasured(result.metrics, measured, clock.laps))
    clock.lap('checkpoint')

    const metrics = withMeasured(result.metrics, measured, clock.laps)
    await directory.appendMetrics(metrics)
    keeper.defer(snapshot)
    after = summarise(iteration, measured ?? after, pool)
    spentMs += metrics.time.total
    const remainingMs = (spentMs / (iteration - run.iteration)) * (config.iterations - iteration)
    emit({ kind: 'iteration', metrics, totalIterations: config.iterations, remainingMs })
  }
  ahead.stop()
  await keeper.flush()
  const reason = after.iteration === config.iterations ? 'complete' : 'interrupted'
  await directory.writeSummary({ before, after })
  emit({ kind: 'finished', directory: directory.path, before, after, reason })
}

/** The policy on held-out tasks, and the judge on the probe episodes. */
export async function measure({
  cast,
  config,
  world,
  judging,
  probe,
}: Pick<Run, 'cast' | 'config' | 'world' | 'judging' | 'probe'>): Promise<Measurement> {
  const { tasks, temperatures } = config.evaluation
  const evaluations = []
  for (const split of ['seen', 'unseen'] as const) {
    const heldOut = heldOutTasks(world, split, tasks)
    evaluations.push(...(await measureSuccess(cast.rollouts, config, { split, tasks: heldOut, temperatures })))
  }
  return { evaluations, probe: await evaluateJudge({ cast, config, judging }, probe) }
}

export const summarise = (iteration: number, { evaluations, probe }: Measurement, pool: TaskPool): Summary => {
  const { harder, easier } = acceptedCounts(pool.slots)
  return { iteration, evaluations, probe, accepted: harder + easier }
}

const isDue = (iteration: number, every: number): boolean => every > 0 && iteration % every === 0

function withMeasured(
  metrics: IterationMetrics,
  measured: Measurement | null,
  laps: { evaluation: number; checkpoint: number },
): IterationMetrics {
  const time = { ...metrics.time, ...laps, total: metrics.time.total + laps.evaluation + laps.checkpoint }
  return { ...metrics, ...(measured ?? {}), time }
}
