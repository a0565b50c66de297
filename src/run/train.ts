/** Starts a run, or goes on with one, as a stream of events. */
import { join } from 'node:path'
import type { Observable } from 'rxjs'
import type { Environment } from '../contracts/environment.ts'
import { loadEnvironment } from '../rollout/load-environment.ts'
import { derive, randomFrom, rootKey } from '../math/random.ts'
import { fromWork } from '../streams/from-work.ts'
import type { TaskPool } from '../curriculum/adaptation.ts'
import { loadCheckpoint, loadStored, type LoopState, type StoredModels } from './loop/checkpoint.ts'
import type { RunConfig } from '../config/config.ts'
import { createDeathLog } from './failures/death-log.ts'
import { environmentSource, shippedStarter } from '../config/environment-source.ts'
import { heldOutTasks } from '../rollout/evaluation.ts'
import { rewardModelKindOf } from '../reward/choose.ts'
import type { RewardModelKind } from '../reward/reward-model-kind.ts'
import { recordJudgeEvaluation } from '../methods/rlanything/judge-evaluation.ts'
import { givenOf } from './how-to-resume.ts'
import type { ResumeOptions, TrainingEvent, TrainOptions } from './events.ts'
import type { IterationMetrics } from '../contracts/metrics.ts'
import { createRunDirectory, openRunDirectory, type RunDirectory } from './directory/run-directory.ts'
import { gapsOf } from './directory/gaps.ts'
import { naming } from './directory/naming.ts'
import { RunDirectoryError } from './directory/run-directory-error.ts'
import { createCheckpointWriter } from './loop/checkpoint-writer.ts'
import { runFormulation } from '../methods/rlanything/run-formulation.ts'
import { requireSame } from './require-same-formulation.ts'
import { measure, runLoop, summarise, type Run } from './loop/run-loop.ts'
import { recallMemory, takeSnapshot } from './loop/snapshot.ts'
import { replay, rootEvents } from '../curriculum/slots.ts'
import { readTasks } from '../curriculum/task-file.ts'
import { versions } from './setup/versions.ts'
import { untilAborted } from './loop/until-aborted.ts'
import { withActors } from './actors/with-actors.ts'

type World = Environment<unknown, unknown>

/** @see Training.train */
export const train = ({
  config,
  directory: path,
  signal,
  actors = {},
  formulation: given,
}: TrainOptions): Observable<TrainingEvent> =>
  fromWork<TrainingEvent>(async (emit, unsubscribed) => {
    /* All that can be wrong with what was asked, or with this machine, is found before there is a folder. */
    const { tasks, stored, judging } = await beginning(config)
    const { name, whole: formulation } = await runFormulation(config, judging, given)
    const { tell, during } = createDeathLog(emit)
    await withActors({ config, stored, actors, tell, unsubscribed }, async (cast, world) => {
      const directory = await createRunDirectory(path, {
        versions: await versions(),
        formulation: name,
        config,
      })
      const parts = givenOf({ formulation: given, actors })
      const work = () =>
        begin({ directory, cast, world, tasks, stored, formulation, given: parts, judging }, tell, signal)
      await closing(directory, () => during(directory, cast.fail, work))
    })
  })

/** What a run has before its first iteration. */
interface Beginning {
  /** One a slot. */
  readonly tasks: readonly unknown[]
  readonly stored: StoredModels
  readonly judging: RewardModelKind
}

const worldOf = ({ environment }: RunConfig): Promise<World> => loadEnvironment(environmentSource(environment))

async function beginning(config: RunConfig): Promise<Beginning> {
  const world = await worldOf(config)
  return { tasks: await rootTasks(config, world), stored: await starters(config), judging: rewardModelKindOf(world) }
}

/** Measures what the run starts from, and plays it from its first iteration to its last. */
async function begin(
  {
    directory,
    cast,
    world,
    tasks,
    stored,
    formulation,
    given,
    judging,
  }: Beginning & Pick<Run, 'directory' | 'cast' | 'world' | 'formulation' | 'given'>,
  emit: (event: TrainingEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { config, path } = directory
  emit({ kind: 'started', directory: path, resumedFrom: null, totalIterations: config.iterations })
  const events = rootEvents(tasks)
  await directory.appendLineage(events)
  const pool: TaskPool = { slots: replay(events), criticismBySlot: {} }
  const heldOut = heldOutTasks(world, 'unseen', config.evaluation.probeTasks)
  const { probe, latest } = await untilAborted(signal, cast.fail, async () => {
    const probe = await recordJudgeEvaluation({ cast, config, judging }, heldOut)
    return { probe, latest: await measure({ cast, config, world, judging, probe }) }
  })
  const before = summarise(0, latest, pool)
  await directory.writeSummary({ before, after: null })
  emit({ kind: 'measured', before })
  const tokenizers = tokenizersOf(stored)
  const run: Run = {
    directory,
    config,
    world,
    cast,
    formulation,
    given,
    judging,
    tokenizers,
    iteration: 0,
    pool,
    probe,
    before,
    latest,
  }
  const memory = await recallMemory(cast.client)
  await createCheckpointWriter(run).write(await takeSnapshot(cast.client, { iteration: 0, pool, memory }), null)
  await runLoop(run, emit, signal)
}

/** @see Training.resume */
export const resume = ({
  directory: path,
  signal,
  actors = {},
  formulation: given,
}: ResumeOptions): Observable<TrainingEvent> =>
  fromWork<TrainingEvent>(async (emit, unsubscribed) => {
    const warn = (text: string): void => emit({ kind: 'warning', text })
    const directory = await openRunDirectory(path, warn)
    const { config } = directory
    const { tell, during } = createDeathLog(emit)
    const parts = givenOf({ formulation: given, actors })
    await closing(directory, async () => {
      const judging = rewardModelKindOf(await worldOf(config))
      const { name, whole: formulation } = await runFormulation(config, judging, given)
      requireSame(path, name, directory.formulation)
      const checkpoint = await directory.latestCheckpoint(warn)
      if (checkpoint === null && (await directory.isBare())) {
        warn(`${path} was cut off before its first checkpoint: it begins again`)
        await directory.rewind(-1)
        const { tasks, stored } = await beginning(config)
        return withActors({ config, stored, actors, tell, unsubscribed }, (cast, world) =>
          during(directory, cast.fail, () =>
            begin({ directory, cast, world, tasks, stored, formulation, given: parts, judging }, tell, signal),
          ),
        )
      }
      if (checkpoint === null)
        throw new RunDirectoryError(
          `${path} has no whole checkpoint to go on from: start the run again in another folder`,
        )
      const { models: stored, state } = await loadCheckpoint(checkpoint.folder)
      const { iteration } = checkpoint
      const { complaints, memory, probe, before } = state
      /* What is damaged is refused as it is: rewinding writes the files anew. */
      await Promise.all([directory.readMetrics(), directory.readLineage()])
      await directory.rewind(iteration)
      const latest = (await metricsOf(directory, state)).findLast(line => line.evaluations.length > 0) ?? before
      for (const gap of await gapsOf(directory, iteration)) warn(gap)
      const pool: TaskPool = { slots: await slotsOf(directory), criticismBySlot: complaints }
      await withActors({ config, stored, actors, tell, unsubscribed }, async (cast, world) => {
        tell({ kind: 'started', directory: path, resumedFrom: iteration, totalIterations: config.iterations })
        cast.client.tell({ kind: 'set-state', memory })
        const tokenizers = tokenizersOf(stored)
        const run: Run = {
          directory,
          config,
          world,
          cast,
          formulation,
          given: parts,
          judging,
          tokenizers,
          iteration,
          pool,
          probe,
          before,
          latest,
        }
        await during(directory, cast.fail, () => runLoop(run, tell, signal))
      })
    })
  })

/** @throws {RunDirectoryError} if the lineage does not add up to the slots of the configuration. */
async function slotsOf({ path, config, readLineage }: RunDirectory): Promise<TaskPool['slots']> {
  const file = join(path, 'tasks.jsonl')
  const events = await readLineage()
  const slots = naming(file, () => replay(events))
  if (slots.length === config.tasks.slots) return slots
  throw new RunDirectoryError(
    `${file} has the tasks of ${slots.length} slots, and the run ${config.tasks.slots}: it cannot go on without them`,
  )
}

/** The run's metrics up to its checkpoint, with the line that is missing if the run was cut off before it was written. */
async function metricsOf(directory: RunDirectory, { metrics }: LoopState): Promise<readonly IterationMetrics[]> {
  const lines = await directory.readMetrics()
  if (metrics === null || lines.at(-1)?.iteration === metrics.iteration) return lines
  await directory.appendMetrics(metrics)
  return [...lines, metrics]
}

async function closing(directory: RunDirectory, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await directory.close()
  }
}

/** The models of the configuration, or those that come with the package. */
async function starters({
  starters: { policy, rewardModel },
  environment: { name },
}: RunConfig): Promise<StoredModels> {
  return {
    policy: await loadStored(policy ?? shippedStarter(name, 'policy')),
    rewardModel: await loadStored(rewardModel ?? shippedStarter(name, 'reward-model')),
  }
}

const tokenizersOf = ({ policy, rewardModel }: StoredModels) => ({
  policy: policy.tokenizer,
  rewardModel: rewardModel.tokenizer,
})

/** The tasks of the file, or fresh ones keyed by the run's seed. */
async function rootTasks({ tasks: { file, slots }, seed }: RunConfig, world: World): Promise<readonly unknown[]> {
  if (file !== null) return readTasks(file, slots, world)
  return Array.from({ length: slots }, (_, slot) =>
    world.generate('train', randomFrom(derive(rootKey(seed), 'task', slot))),
  )
}
