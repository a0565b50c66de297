/** Starts a run: its tasks, models and first measurement. */
import type { World } from '../contracts/worlds/world.ts'
import { derive, randomFrom, rootKey } from '../math/random.ts'
import type { RunConfig } from '../config/config.ts'
import type { LanguageModel } from '../contracts/models/language-model.ts'
import { replayLineage, rootEvents } from '../curriculum/slots.ts'
import { readTasks } from '../curriculum/task-file.ts'
import type { PreparedMethod } from '../methods/method.ts'
import { beginningNetworks, modelsOf, type Preparation } from './prepare.ts'
import type { StartedLab } from './start-lab.ts'
import type { RunDirectory } from './directory/run-directory.ts'
import type { TrainingEvent } from './events/events.ts'
import type { Given } from './events/how-to-resume.ts'
import { createCheckpointWriter } from './loop/checkpoint-writer.ts'
import { loadModels } from './actors/load-models.ts'
import type { NetworkStates } from './actors/networks.ts'
import { tokenizersOf, type StoredModels } from './actors/stored-model.ts'
import { speechCaveats, vocabularyCaveats } from './actors/speech.ts'
import { measure } from './loop/measure.ts'
import { runLoop } from './loop/run-loop.ts'
import { truncatedInMeasuring } from './loop/truncated.ts'
import { takeSnapshot } from './loop/snapshot.ts'
import { untilAborted } from '../runtime/waiting/until-aborted.ts'

/** Caveats of the world, the engine and the method, in sentences. @param models all that are loaded. */
export const caveatsIn = (
  { world, prepared }: Preparation,
  models: readonly LanguageModel[],
  stored: StoredModels,
  { policy }: Pick<RunConfig, 'policy'>,
): readonly string[] => [
  ...(world.deterministic
    ? []
    : [`${world.name} is not deterministic: this run is not the same twice, and not when it is resumed`]),
  ...engineCaveats(models),
  ...speechCaveats(stored, policy.date),
  ...vocabularyCaveats(stored, world),
  ...prepared.caveats,
]

export const engineCaveats = (models: readonly LanguageModel[]): readonly string[] =>
  models.flatMap(({ name, traits }) => [
    ...(traits.reproducible
      ? []
      : [
          `the engine of the model ${name} is not reproducible: this run is not the same twice, and not when it is resumed`,
        ]),
    ...(traits.clips
      ? []
      : [`the engine of the model ${name} does not promise to clip gradients: clipNorm may be of no effect`]),
    ...(traits.entropy ? [] : [`the engine of the model ${name} computes no entropies: metrics have none of it`]),
  ])

/** The state of a run before its first iteration. */
interface InitialState {
  /** One a slot. */
  readonly tasks: readonly unknown[]
  readonly stored: StoredModels
  readonly networks: NetworkStates
}

/** @throws {RangeError} if there are not the tasks or models that the configuration names. */
export async function loadInitialState(config: RunConfig, preparation: Preparation): Promise<InitialState> {
  const sources = modelsOf(config, preparation)
  const networks = beginningNetworks(config, preparation)
  return { tasks: await rootTasks(config, preparation.world), stored: await loadModels(sources), networks }
}

interface StartOptions extends InitialState {
  readonly directory: RunDirectory
  readonly lab: StartedLab
  readonly prepared: PreparedMethod
  readonly given: readonly Given[]
}

/** Measures the initial models, and runs from the first iteration to the last. */
export async function startRun(
  { directory, lab, tasks, stored, networks, prepared, given }: StartOptions,
  emit: (event: TrainingEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { config, path } = directory
  const { runActors, stores, world } = lab
  const { measures } = directory
  emit({ kind: 'started', directory: path, resumedFrom: null, totalIterations: config.iterations, measures })
  for (const text of directory.caveats) emit({ kind: 'warning', text })
  const events = rootEvents(tasks)
  await directory.appendLineage(events)
  const slots = replayLineage(events)
  const { method, latest } = await untilAborted(signal, runActors.fail, async () => {
    const method = await prepared.begin(lab, slots)
    return { method, latest: await measure({ directory, runActors, config, world, method }, 0) }
  })
  const before = { iteration: 0, ...latest }
  await directory.writeSummary({ before, after: null })
  emit({ kind: 'measured', before })
  for (const text of truncatedInMeasuring(before.evaluations, config)) emit({ kind: 'warning', text })
  const tokenizers = tokenizersOf(stored)
  const run = {
    directory,
    config,
    world,
    runActors,
    method,
    given,
    tokenizers,
    networks: Object.keys(networks),
    stores,
    iteration: 0,
    before,
    latest,
    newest: before,
  }
  const snapshot = await takeSnapshot(
    [...Object.keys(tokenizers), ...run.networks].map(runActors.model),
    stores,
    method.start,
  )
  await createCheckpointWriter(run).write(snapshot, null)
  await runLoop(run, emit, signal)
}

/**
 * The tasks that slots begin with: those of the file, or fresh ones keyed by the run's seed; none where the method has no slots.
 *
 * @param count of the first slots, all of them if left out.
 */
export async function rootTasks(
  { tasks: { file = null, slots = 0 }, seed }: Pick<RunConfig, 'tasks' | 'seed'>,
  world: World,
  count = slots,
): Promise<readonly unknown[]> {
  /* A vector world is its own only task. */
  if (world.vectors !== undefined) return Array.from({ length: count }, () => null)
  if (file !== null) return (await readTasks(file, slots, world)).slice(0, count)
  const { name, generate } = world
  if (generate === undefined) throw new RangeError(`${name} makes no tasks: name a file of them in tasks.file`)
  return Array.from({ length: count }, (_, slot) => generate('train', randomFrom(derive(rootKey(seed), 'task', slot))))
}
