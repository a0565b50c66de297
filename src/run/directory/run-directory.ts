/** A run on disk: its configuration, its results, and the checkpoints that it can be resumed from. */
import { instructionSet } from '../../engine/local/instruction-set.ts'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isTemporary, removeDirectoryAtomic, syncFolder, writeFileAtomic } from '../../files/atomic.ts'
import type { DeathLine } from './records/death-line.ts'
import type { FailedBatch } from '../../learning/failed-batch.ts'
import { writeFailedBatch } from './failed-batch-files.ts'
import type { LineageEvent } from '../../curriculum/lineage.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import type { TimelineLine } from '../../contracts/timeline.ts'
import { parseLineageEvent } from '../../curriculum/parse-lineage.ts'
import { latestCheckpoint, listCheckpoints, writeCheckpoint, type Checkpoint } from './checkpoints.ts'
import { readConfig, writeConfig, type Begun, type Extension, type Versions } from './records/config-file.ts'
import type { EpisodeRow } from './records/episode-row.ts'
import { readEpisodeTable, writeEpisodeTable } from './records/episode-table.ts'
import { readMetrics } from './records/metrics-file.ts'
import { appendLines, hasIteration, keepLines, readLines } from './records/lines.ts'
import { lock, type Release } from './lock.ts'
import { iterationName, iterationsIn, namesIn } from './names-in.ts'
import { naming } from './records/naming.ts'
import { listPictures, rewindPictures, writePictures, type KeptPictures } from './pictures.ts'
import type { Picture } from '../../vector/pictures/picture.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { systemCode } from '../../files/system-code.ts'
import { RunDirectoryError, meaningOf, noEpisodes, onDisk } from './records/run-directory-error.ts'
import { readSummary } from './records/summary-file.ts'
import type { RunSummary } from './records/run-summary.ts'
import { isUnfinishedConfig, requireUnused, sweep } from './sweep.ts'
import { appendTimeline, rewindTimeline } from './records/timeline-file.ts'

export type { Extension, KeptPictures, RunSummary, Versions }

/** A run as it can be read, also while it is being written. */
export interface RunRecord extends Begun {
  readonly path: string
  /**
   * In order; of an iteration that was being written nothing. @throws {RunDirectoryError} for a line that is none, by its
   * number, key and value.
   */
  readonly readMetrics: () => Promise<readonly IterationMetrics[]>
  /** Tasks are as they were written: the world's own check is the reader's. @throws {RunDirectoryError} for a line that is no event. */
  readonly readLineage: () => Promise<readonly LineageEvent<unknown>[]>
  /** Iterations whose episodes are there, ascending. */
  readonly episodeIterations: () => Promise<readonly number[]>
  /** @throws {RunDirectoryError} if that iteration has none, or they are not as they were written. */
  readonly readEpisodes: (iteration: number) => Promise<readonly EpisodeRow[]>
  /** `null` until the first measurement is written. @throws {RunDirectoryError} if it is none, by the key and value. */
  readonly readSummary: () => Promise<RunSummary | null>
  /** Of evaluations in vector worlds that have a map or pictures, ascending. */
  readonly pictures: () => Promise<readonly KeptPictures[]>
  /** The newest checkpoint that is whole; `warn` is called for those passed over. */
  readonly latestCheckpoint: (warn: (text: string) => void) => Promise<Checkpoint | null>
}

/** A run that this process writes. Every write is either done or not; a full disk is a `DiskError` and harms nothing. */
export interface RunDirectory extends RunRecord {
  readonly appendMetrics: (metrics: IterationMetrics) => Promise<void>
  /** In order, to tasks.jsonl. */
  readonly appendLineage: (events: readonly LineageEvent<unknown>[]) => Promise<void>
  /** To deaths.jsonl, which is never rewound, as deaths stay true. */
  readonly appendDeath: (line: DeathLine) => Promise<void>
  /** To timeline.jsonl. */
  readonly appendTimeline: (line: TimelineLine) => Promise<void>
  /** In place of the one before. */
  readonly writeSummary: (summary: RunSummary) => Promise<void>
  readonly writeEpisodes: (iteration: number, rows: readonly EpisodeRow[]) => Promise<void>
  /** In place of those of the same names. */
  readonly writePictures: (iteration: number, pictures: readonly Picture[]) => Promise<void>
  /** Calls `write` with an empty folder that becomes the checkpoint once filled; older ones go, except for `checkpoint.keep`. */
  readonly writeCheckpoint: (iteration: number, write: (folder: string) => Promise<void>) => Promise<Checkpoint>
  /**
   * Kept with those of earlier failures, which are never rewound.
   *
   * @param iteration in which it failed.
   * @returns its folder.
   */
  readonly writeFailedBatch: (iteration: number, batch: FailedBatch) => Promise<string>
  /** Whether nothing was made of it yet: no checkpoint, whole or not, and no iteration. */
  readonly isBare: () => Promise<boolean>
  /** Removes all records after `iteration`, so that the run resumes bit-identically from its checkpoint; after −1, all of them. */
  readonly rewind: (iteration: number) => Promise<void>
  /**
   * Changes the number of iterations of the run, and keeps the old one in config.json.
   *
   * @param after iterations that it has made.
   * @returns the same run with the new number.
   */
  readonly extend: (iterations: number, after: number) => Promise<RunDirectory>
  /** Keeps in config.json what else the run is made with from now on. */
  readonly madeWith: (versions: Versions) => Promise<RunDirectory>
  /** Gives the directory back. */
  readonly close: () => Promise<void>
}

/**
 * Starts a run in a new or empty folder.
 * @throws {RunDirectoryError} if there is something in it: a run is never overwritten.
 */
export async function createRunDirectory(
  path: string,
  begun: Pick<Begun, 'config' | 'versions' | 'formulation'> & Partial<Omit<Begun, 'extended'>>,
): Promise<RunDirectory> {
  await makeFolder(path)
  const release = await lock(path)
  try {
    await requireUnused(path)
    for (const name of await readdir(path)) if (isUnfinishedConfig(name)) await rm(join(path, name))
    await writeConfig(path, { caveats: [], measures: [], drawsElsewhere: false, ...begun, extended: [] })
    return await takenRun(await readRunDirectory(path), release)
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Takes a run to write on, and clears away leftovers of a killed process.
 *
 * @param warn called for everything that was removed.
 * @throws {RunDirectoryError} if it is not a run, is damaged, or is in use.
 */
export async function openRunDirectory(path: string, warn: (text: string) => void = () => {}): Promise<RunDirectory> {
  const record = await readRunDirectory(path)
  const release = await lock(path)
  try {
    await sweep(path, warn)
    return await takenRun(record, release)
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Looks at a run without taking it.
 * @throws {RunDirectoryError} if it is not a run, or its configuration is not one.
 */
export async function readRunDirectory(path: string): Promise<RunRecord> {
  const begun = await readConfig(path)
  const episodes = join(path, 'episodes')
  return {
    path,
    ...begun,
    readMetrics: () => readMetrics(join(path, 'metrics.jsonl'), begun.measures),
    readLineage: async () => {
      const file = join(path, 'tasks.jsonl')
      return (await readLines(file)).map((line, index) =>
        naming(`${file}, line ${index + 1}`, () => parseLineageEvent(line, task => task)),
      )
    },
    readSummary: () => readSummary(join(path, 'summary.json')),
    episodeIterations: () => episodeIterations(episodes),
    readEpisodes: async iteration => {
      const there = await episodeIterations(episodes)
      if (there.includes(iteration)) return readEpisodeTable(join(episodes, episodesName(iteration)))
      throw noEpisodes(path, `iteration ${iteration}`, there)
    },
    pictures: () => listPictures(path),
    latestCheckpoint: warn => latestCheckpoint(join(path, 'checkpoints'), warn),
  }
}

/** Its folders may be missing yet: a run can be cut off anywhere. */
async function takenRun(record: RunRecord, release: Release): Promise<RunDirectory> {
  const { path } = record
  for (const folder of ['episodes', 'checkpoints'])
    await onDisk(path, () => mkdir(join(path, folder), { recursive: true }))
  await syncFolder(path)
  return writer(record, release)
}

function writer(record: RunRecord, release: Release): RunDirectory {
  const { path, config } = record
  const metrics = join(path, 'metrics.jsonl')
  const tasks = join(path, 'tasks.jsonl')
  const episodes = join(path, 'episodes')
  const checkpoints = join(path, 'checkpoints')
  const writeSummary = (summary: RunSummary): Promise<void> => {
    const file = join(path, 'summary.json')
    return onDisk(file, () => writeFileAtomic(file, `${JSON.stringify(summary, null, 2)}\n`))
  }
  const change = async (changed: Partial<Begun>): Promise<RunDirectory> => {
    const changedRecord = { ...record, ...changed }
    await writeConfig(path, changedRecord)
    return writer(changedRecord, release)
  }
  return {
    ...record,
    appendMetrics: line => appendLines(metrics, [line]),
    appendLineage: events => appendLines(tasks, events),
    appendDeath: line => appendLines(join(path, 'deaths.jsonl'), [line]),
    appendTimeline: line => appendTimeline(path, line),
    writeSummary,
    writePictures: (iteration, pictures) => onDisk(path, () => writePictures(path, iteration, pictures)),
    writeEpisodes: (iteration, rows) => writeEpisodeTable(join(episodes, episodesName(iteration)), rows),
    writeCheckpoint: (iteration, write) => writeCheckpoint(checkpoints, iteration, config.checkpoint.keep, write),
    writeFailedBatch: async (iteration, batch) => {
      const failures = join(path, 'failures')
      await onDisk(failures, () => mkdir(failures, { recursive: true }))
      const name = `${iterationName(iteration)}-${batch.model}`
      const earlier = (await namesIn(failures)).filter(each => each.startsWith(name) && !isTemporary(each)).length
      const folder = join(failures, earlier === 0 ? name : `${name}-${earlier + 1}`)
      await onDisk(folder, () =>
        writeFailedBatch(folder, { ...batch, engine: config.engine, instructions: instructionSet() }),
      )
      return folder
    },
    isBare: async () => {
      const made = [await listCheckpoints(checkpoints), await episodeIterations(episodes), await record.readMetrics()]
      return made.every(each => each.length === 0)
    },
    rewind: async iteration => {
      const keep = (value: unknown) => hasIteration(value) && value.iteration <= iteration
      const summary = await record.readSummary()
      /* Where an interrupted run had come to is not where the resumed one ends. */
      if (summary?.after) await writeSummary({ ...summary, after: null })
      await keepLines(metrics, keep)
      await keepLines(tasks, keep)
      await rewindTimeline(path, iteration)
      await rewindPictures(path, iteration)
      for (const each of await episodeIterations(episodes)) {
        if (each > iteration) await rm(join(episodes, episodesName(each)))
      }
      for (const each of await listCheckpoints(checkpoints)) {
        if (each.iteration > iteration) await removeDirectoryAtomic(each.folder)
      }
    },
    extend: (iterations, after) =>
      change({
        config: { ...config, iterations },
        extended: [...record.extended, { after, from: config.iterations, to: iterations }],
      }),
    madeWith: versions => change({ versions }),
    close: release,
  }
}

const episodeIterations = (folder: string): Promise<number[]> => iterationsIn(folder, '.parquet')

const episodesName = (iteration: number): string => `${iterationName(iteration)}.parquet`

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
    await syncFolder(dirname(path))
  } catch (error) {
    const inTheWay = systemCode(error) === 'EEXIST' || systemCode(error) === 'ENOTDIR'
    const reason = inTheWay ? 'a file is in its way' : (meaningOf(error) ?? reasonOf(error))
    throw new RunDirectoryError(`the folder ${path} cannot be made: ${reason}`, { cause: error })
  }
}
