/** Starts a run, or goes on with one, as a stream of events. */
import { Observable } from 'rxjs'
import { addresses } from '../addresses.ts'
import type { Environment } from '../environment.ts'
import { derive, randomFrom, rootKey } from '../math/random.ts'
import type { TaskBook } from './adaptation.ts'
import { loadCheckpoint, loadStored, type StoredModels } from './checkpoint.ts'
import type { RunConfig } from './config.ts'
import { shippedStarter } from './environment-source.ts'
import { heldOutTasks, recordProbe } from './evaluation.ts'
import type { ResumeOptions, TrainingEvent, TrainOptions } from './events.ts'
import { createRunDirectory, openRunDirectory, type RunDirectory } from './run-directory.ts'
import { RunDirectoryError } from './run-directory/run-directory-error.ts'
import { measure, runLoop, save, summarise, type Run } from './run-loop.ts'
import { replay, rootEvents } from './slots.ts'
import { readTasks } from './task-file.ts'
import { versions } from './versions.ts'
import { withCast } from './with-cast.ts'

type World = Environment<unknown, unknown>
type Emit = (event: TrainingEvent) => void

/** @see Training.train */
export const train = ({ config, directory: path, signal }: TrainOptions): Observable<TrainingEvent> =>
  asStream(async emit => {
    const stored = await starters(config)
    const directory = await createRunDirectory(path, config, await versions())
    await closing(directory, () =>
      withCast(config, stored, emit, async (cast, world) => {
        emit({ kind: 'started', directory: path, resumedFrom: null })
        const events = rootEvents(await rootTasks(config, world))
        await directory.appendLineage(events)
        const book: TaskBook = { slots: replay(events), complaints: {} }
        const probe = await recordProbe(cast.rollouts, config, heldOutTasks(world, 'unseen', config.evaluation.probeTasks))
        const before = summarise(0, await measure({ cast, config, world, probe }), book)
        await directory.writeSummary({ before, after: null })
        const run: Run = { directory, config, world, cast, tokenizers: tokenizersOf(stored), iteration: 0, book, probe, before }
        await save(run)
        await runLoop(run, emit, signal)
      }),
    )
  })

/** @see Training.resume */
export const resume = ({ directory: path, signal }: ResumeOptions): Observable<TrainingEvent> =>
  asStream(async emit => {
    const directory = await openRunDirectory(path)
    await closing(directory, async () => {
      const checkpoint = await directory.latestCheckpoint(text => emit({ kind: 'warning', text }))
      if (checkpoint === null)
        throw new RunDirectoryError(`${path} has no whole checkpoint to go on from: start the run again in another folder`)
      const { models: stored, state } = await loadCheckpoint(checkpoint.folder)
      await directory.rewind(checkpoint.iteration)
      const slots = replay(await directory.readLineage())
      const { complaints, memory, probe, before } = state
      await withCast(directory.config, stored, emit, async (cast, world) => {
        emit({ kind: 'started', directory: path, resumedFrom: checkpoint.iteration })
        cast.send({ kind: 'remember', to: addresses.adapter, from: addresses.trainer, memory })
        const { iteration } = checkpoint
        const { config } = directory
        const run: Run = { directory, config, world, cast, tokenizers: tokenizersOf(stored), iteration, book: { slots, complaints }, probe, before }
        await runLoop(run, emit, signal)
      })
    })
  })

/** Cold: subscribing starts the work, and what it throws is the stream's error. */
function asStream(work: (emit: Emit) => Promise<void>): Observable<TrainingEvent> {
  return new Observable(subscriber => {
    work(event => subscriber.next(event)).then(
      () => subscriber.complete(),
      (error: unknown) => subscriber.error(error),
    )
  })
}

async function closing(directory: RunDirectory, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await directory.close()
  }
}

/** The models of the configuration, or those that come with the package. */
async function starters({ starters: { policy, rewardModel }, environment: { name } }: RunConfig): Promise<StoredModels> {
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
  return Array.from({ length: slots }, (_, slot) => world.generate('train', randomFrom(derive(rootKey(seed), 'task', slot))))
}
