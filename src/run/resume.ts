/** Resumes a run from its newest checkpoint, as a stream of events. */
import { join } from 'node:path'
import type { Observable } from 'rxjs'
import type { IterationMetrics } from '../contracts/metrics.ts'
import { replayLineage, type Slots } from '../curriculum/slots.ts'
import type { Method } from '../methods/method.ts'
import { fromWork } from '../streams/from-work.ts'
import { startLab } from './start-lab.ts'
import { engineCaveats, loadInitialState, startRun } from './start-run.ts'
import { prepare } from './prepare.ts'
import { tokenizersOf } from './actors/stored-model.ts'
import { closing } from './directory/closing.ts'
import { gapsOf } from './directory/gaps.ts'
import { completeConfig } from '../methods/registry/run-config.ts'
import { naming } from './directory/records/naming.ts'
import { openRunDirectory, type RunDirectory } from './directory/run-directory.ts'
import { RunDirectoryError } from './directory/records/run-directory-error.ts'
import type { ResumeRunOptions, TrainingEvent } from './events/events.ts'
import { createDeathLog } from './failures/death-log.ts'
import { givenOf } from './events/how-to-resume.ts'
import { instructionSetsOf, mixedSets, onThisProcessor } from './directory/instruction-sets.ts'
import { loadCheckpoint, type LoopState } from './loop/checkpoint.ts'
import { latestOf } from './loop/measure.ts'
import { runLoop } from './loop/run-loop.ts'
import { requireSame } from './require-same-formulation.ts'
import { untilDone } from './actors/until-done.ts'

/** @see Training.resume */
export const resumeRun = ({
  directory: path,
  iterations,
  signal,
  actors = {},
  inThread = false,
  nats,
  formulation,
}: ResumeRunOptions): Observable<TrainingEvent> =>
  fromWork<TrainingEvent>(async (emit, unsubscribed) => {
    const warn = (text: string): void => emit({ kind: 'warning', text })
    const found = await openRunDirectory(path, warn)
    const { tell, during } = createDeathLog(emit)
    const given = givenOf({ formulation, actors })
    await closing(found, async () => {
      const opened = await onProcessor(found, warn)
      const config = await completeConfig({ ...opened.config, ...(iterations === undefined ? {} : { iterations }) })
      const preparation = await prepare(config, formulation)
      const { method, prepared, world } = preparation
      const options = {
        config,
        preparation,
        actors,
        inThread,
        nats,
        tell,
        warn,
        unsubscribed,
        signal,
      }
      requireSame(path, prepared.formulation, opened.formulation)
      const checkpoint = await opened.latestCheckpoint(warn)
      const kept = checkpoint?.iteration ?? 0
      await requireMore(opened, kept, config.iterations)
      if (checkpoint === null && (await opened.isBare())) {
        warn(`${path} was cut off before its first checkpoint: it begins again`)
        await opened.rewind(-1)
        const directory = await extended(opened, kept, config.iterations)
        const { tasks, stored, networks } = await loadInitialState(config, preparation)
        await untilDone(await startLab({ ...options, stored, networks }), async lab => {
          const work = () => startRun({ directory, lab, tasks, stored, networks, prepared, given }, tell, signal)
          await during(directory, lab.runActors.fail, work)
        })
        return
      }
      if (checkpoint === null)
        throw new RunDirectoryError(
          `${path} has no whole checkpoint to resume from: start the run again in another folder`,
        )
      const { folder, iteration } = checkpoint
      const names = Object.keys(method.networks(config, world))
      const {
        models: stored,
        networks,
        stores: keptStores,
        state,
      } = await loadCheckpoint(folder, method.models(config, world), names)
      /* Damaged files are refused before anything is changed: rewinding rewrites the files. */
      const [slots] = await Promise.all([slotsOf(opened, method, iteration), opened.readMetrics()])
      await opened.rewind(iteration)
      const directory = await extended(opened, kept, config.iterations)
      const { before } = state
      const lines = await metricsOf(directory, state)
      const [latest, newest] = [latestOf(lines, before), lines.at(-1) ?? before]
      for (const gap of await gapsOf(directory, iteration)) warn(gap)
      await untilDone(await startLab({ ...options, stored, networks, kept: keptStores }), async lab => {
        const { runActors, stores } = lab
        for (const text of engineCaveats(Object.keys(stored).map(lab.model))) warn(text)
        const { measures } = directory
        tell({ kind: 'started', directory: path, resumedFrom: iteration, totalIterations: config.iterations, measures })
        const saved = { iteration, slots, state: state.method }
        const begun = await prepared.resume(lab, saved)
        const tokenizers = tokenizersOf(stored)
        const run = {
          directory,
          config,
          world,
          runActors,
          method: begun,
          given,
          tokenizers,
          networks: names,
          stores,
          iteration,
          before,
          latest,
          newest,
        }
        await during(directory, runActors.fail, () => runLoop(run, tell, signal))
      })
    })
  })

/** The run with the instruction set of this processor among those that it is made with. */
async function onProcessor(run: RunDirectory, warn: (text: string) => void): Promise<RunDirectory> {
  const versions = onThisProcessor(run.versions)
  const mixed = mixedSets(`${run.path} is made`, instructionSetsOf(versions))
  if (mixed !== null) warn(mixed)
  return versions['instructions'] === run.versions['instructions'] ? run : run.madeWith(versions)
}

/**
 * @param kept iterations of its newest checkpoint.
 * @throws {RangeError} if the run is to make another number of iterations, and has made as many already.
 */
async function requireMore({ path, config, readMetrics }: RunDirectory, kept: number, to: number): Promise<void> {
  if (to === config.iterations) return
  const made = Math.max(kept, (await readMetrics()).at(-1)?.iteration ?? 0)
  if (to <= made) throw new RangeError(`iterations must be above the ${made} that ${path} has made, got ${to}`)
}

/** The run with that number of iterations; a change of it is recorded in config.json. */
const extended = async (run: RunDirectory, kept: number, to: number): Promise<RunDirectory> =>
  to === run.config.iterations ? run : run.extend(to, kept)

/** As they were after an iteration. @throws {RunDirectoryError} if the lineage does not add up to the slots of the configuration. */
async function slotsOf(
  { path, config, readLineage }: RunDirectory,
  { drawsElsewhere }: Pick<Method, 'drawsElsewhere'>,
  iteration: number,
): Promise<Slots<unknown>> {
  const file = join(path, 'tasks.jsonl')
  const events = (await readLineage()).filter(event => event.iteration <= iteration)
  const slots = naming(file, () => replayLineage(events))
  if (drawsElsewhere || slots.length === config.tasks.slots) return slots
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
