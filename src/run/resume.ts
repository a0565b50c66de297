/** Resumes a run from its newest checkpoint, as a stream of events. */
import { join } from 'node:path'
import type { Observable } from 'rxjs'
import type { IterationMetrics } from '../contracts/metrics.ts'
import { replayLineage, type Slots } from '../curriculum/slots.ts'
import { fromWork } from '../streams/from-work.ts'
import { withActors } from './actors/with-actors.ts'
import { begin, beginning, engineCaveats, labOf, prepare, tokenizersOf } from './beginning.ts'
import { closing } from './directory/closing.ts'
import { gapsOf } from './directory/gaps.ts'
import { naming } from './directory/records/naming.ts'
import { openRunDirectory, type RunDirectory } from './directory/run-directory.ts'
import { RunDirectoryError } from './directory/records/run-directory-error.ts'
import type { ResumeRunOptions, TrainingEvent } from './events/events.ts'
import { createDeathLog } from './failures/death-log.ts'
import { givenOf } from './events/how-to-resume.ts'
import { loadCheckpoint, type LoopState } from './loop/checkpoint.ts'
import { runLoop } from './loop/run-loop.ts'
import { requireSame } from './require-same-formulation.ts'

/** @see Training.resume */
export const resumeRun = ({
  directory: path,
  signal,
  actors = {},
  formulation,
}: ResumeRunOptions): Observable<TrainingEvent> =>
  fromWork<TrainingEvent>(async (emit, unsubscribed) => {
    const warn = (text: string): void => emit({ kind: 'warning', text })
    const directory = await openRunDirectory(path, warn)
    const { config } = directory
    const { tell, during } = createDeathLog(emit)
    const given = givenOf({ formulation, actors })
    await closing(directory, async () => {
      const preparation = await prepare(config, formulation)
      const { method, prepared, world } = preparation
      const options = { config, extra: method.actors, additional: method.ownActors, actors, tell, unsubscribed }
      requireSame(path, prepared.formulation, directory.formulation)
      const checkpoint = await directory.latestCheckpoint(warn)
      if (checkpoint === null && (await directory.isBare())) {
        warn(`${path} was cut off before its first checkpoint: it begins again`)
        await directory.rewind(-1)
        const { tasks, stored } = await beginning(config, preparation)
        return withActors({ ...options, stored }, runActors =>
          during(directory, runActors.fail, () =>
            begin({ directory, runActors, world, tasks, stored, prepared, given }, tell, signal),
          ),
        )
      }
      if (checkpoint === null)
        throw new RunDirectoryError(
          `${path} has no whole checkpoint to resume from: start the run again in another folder`,
        )
      const { folder, iteration } = checkpoint
      const { models: stored, state } = await loadCheckpoint(folder, Object.keys(method.models(config)))
      /* Damaged files are refused before anything is changed: rewinding rewrites the files. */
      await Promise.all([directory.readMetrics(), directory.readLineage()])
      await directory.rewind(iteration)
      const { before } = state
      const latest = (await metricsOf(directory, state)).findLast(line => line.evaluations.length > 0) ?? before
      for (const gap of await gapsOf(directory, iteration)) warn(gap)
      const slots = await slotsOf(directory)
      await withActors({ ...options, stored }, async runActors => {
        for (const text of engineCaveats(Object.keys(stored).map(runActors.model))) warn(text)
        tell({ kind: 'started', directory: path, resumedFrom: iteration, totalIterations: config.iterations })
        const saved = { iteration, slots, state: state.method }
        const method = await prepared.resume(labOf(config, runActors, world), saved)
        const tokenizers = tokenizersOf(stored)
        const run = { directory, config, world, runActors, method, given, tokenizers, iteration, before, latest }
        await during(directory, runActors.fail, () => runLoop(run, tell, signal))
      })
    })
  })

/** @throws {RunDirectoryError} if the lineage does not add up to the slots of the configuration. */
async function slotsOf({ path, config, readLineage }: RunDirectory): Promise<Slots<unknown>> {
  const file = join(path, 'tasks.jsonl')
  const events = await readLineage()
  const slots = naming(file, () => replayLineage(events))
  if (slots.length === config.tasks.slots) return slots
  throw new RunDirectoryError(
    `${file} has the tasks of ${slots.length} slots, and the run ${config.tasks.slots}: it cannot be resumed without them`,
  )
}

/** The run's metrics up to its checkpoint, with the line that is missing if the run was cut off before it was written. */
async function metricsOf(directory: RunDirectory, { metrics }: LoopState): Promise<readonly IterationMetrics[]> {
  const lines = await directory.readMetrics()
  if (metrics === null || lines.at(-1)?.iteration === metrics.iteration) return lines
  await directory.appendMetrics(metrics)
  return [...lines, metrics]
}
