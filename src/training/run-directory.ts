/** A run on disk: everything it was told, everything it did, and where it can go on from. */
import { mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../files/atomic.ts'
import { parseRunConfig, type RunConfig } from './config.ts'
import type { Summary } from './events.ts'
import type { LineageEvent } from './lineage.ts'
import type { IterationMetrics } from './metrics.ts'
import { parseLineageEvent } from './parse-lineage.ts'
import { latestCheckpoint, listCheckpoints, writeCheckpoint, type Checkpoint } from './run-directory/checkpoints.ts'
import type { EpisodeRow } from './run-directory/episode-row.ts'
import { readEpisodeTable, writeEpisodeTable } from './run-directory/episode-table.ts'
import { appendLines, keepLines, readLines } from './run-directory/lines.ts'
import { isLockName, lock, type Release } from './run-directory/lock.ts'
import { RunDirectoryError, onDisk, systemCode } from './run-directory/run-directory-error.ts'

/** Names of what a run was made with, and their versions. */
export type Versions = Readonly<Record<string, string>>

/** Where the run began and, once it has ended or was interrupted, where it got to. */
export interface RunSummary {
  readonly before: Summary
  readonly after: Summary | null
}

/** What can be read of a run, also while it is being written. */
export interface RunRecord {
  readonly path: string
  readonly config: RunConfig
  readonly versions: Versions
  /** In order; of an iteration that was being written nothing. */
  readonly readMetrics: () => Promise<readonly IterationMetrics[]>
  /** Tasks are as they were written: the world's own check is the reader's. @throws {RangeError} for a line that is no event. */
  readonly readLineage: () => Promise<readonly LineageEvent<unknown>[]>
  /** Iterations whose episodes are there, ascending. */
  readonly episodeIterations: () => Promise<readonly number[]>
  /** @throws {RunDirectoryError} if there are none of that iteration. */
  readonly readEpisodes: (iteration: number) => Promise<readonly EpisodeRow[]>
  /** `null` until the first measurement is written. */
  readonly readSummary: () => Promise<RunSummary | null>
  /** The newest checkpoint that is whole; those passed over are told to `warn`. */
  readonly latestCheckpoint: (warn: (text: string) => void) => Promise<Checkpoint | null>
}

/** A run that this process writes. Every write is either done or not; a full disk is a `DiskError` and harms nothing. */
export interface RunDirectory extends RunRecord {
  readonly appendMetrics: (metrics: IterationMetrics) => Promise<void>
  /** In order, to tasks.jsonl. */
  readonly appendLineage: (events: readonly LineageEvent<unknown>[]) => Promise<void>
  /** In place of the one before. */
  readonly writeSummary: (summary: RunSummary) => Promise<void>
  readonly writeEpisodes: (iteration: number, rows: readonly EpisodeRow[]) => Promise<void>
  /** Calls `write` with an empty folder that becomes the checkpoint once filled; older ones go, but for `checkpoint.keep`. */
  readonly writeCheckpoint: (iteration: number, write: (folder: string) => Promise<void>) => Promise<Checkpoint>
  /** Forgets what came after `iteration`, so that the run goes on exactly from its checkpoint. */
  readonly rewind: (iteration: number) => Promise<void>
  /** Gives the directory back. */
  readonly close: () => Promise<void>
}

const recordSchema = z.object({ versions: z.record(z.string(), z.string()), config: z.unknown() })

/**
 * Starts a run in a new or empty folder.
 * @throws {RunDirectoryError} if there is something in it: a run is never overwritten.
 */
export async function createRunDirectory(path: string, config: RunConfig, versions: Versions): Promise<RunDirectory> {
  await onDisk(path, () => mkdir(path, { recursive: true }))
  const release = await lock(path)
  try {
    const there = (await readdir(path)).filter(name => !isLockName(name))
    if (there.length > 0)
      throw new RunDirectoryError(`${path} is not empty; name another folder, or resume the run in it`)
    const text = `${JSON.stringify({ versions, config }, null, 2)}\n`
    await onDisk(path, () => writeFileAtomic(join(path, 'config.json'), text))
    await onDisk(path, () => mkdir(join(path, 'episodes')))
    return writer(await readRunDirectory(path), release)
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Takes a run to write on.
 * @throws {RunDirectoryError} if it is not a run, is damaged, or is in use.
 */
export async function openRunDirectory(path: string): Promise<RunDirectory> {
  const record = await readRunDirectory(path)
  const release = await lock(path)
  for (const folder of [path, join(path, 'episodes'), join(path, 'checkpoints')]) await sweep(folder)
  return writer(record, release)
}

/**
 * Looks at a run without taking it.
 * @throws {RunDirectoryError} if it is not a run; {ConfigError} if its configuration is not one.
 */
export async function readRunDirectory(path: string): Promise<RunRecord> {
  const { config, versions } = await readConfig(path)
  const episodes = join(path, 'episodes')
  return {
    path,
    config,
    versions,
    readMetrics: async () => (await readLines(join(path, 'metrics.jsonl'))).filter(isMetrics),
    readLineage: async () =>
      (await readLines(join(path, 'tasks.jsonl'))).map(line => parseLineageEvent(line, task => task)),
    readSummary: () => readSummary(join(path, 'summary.json')),
    episodeIterations: () => episodeIterations(episodes),
    readEpisodes: async iteration => {
      const there = await episodeIterations(episodes)
      if (there.includes(iteration)) return readEpisodeTable(join(episodes, episodesName(iteration)))
      const which = there.length === 0 ? 'none at all' : `those of ${there[0]} to ${there.at(-1)}`
      throw new RunDirectoryError(`${path} has no episodes of iteration ${iteration}, it has ${which}`)
    },
    latestCheckpoint: warn => latestCheckpoint(join(path, 'checkpoints'), warn),
  }
}

function writer(record: RunRecord, release: Release): RunDirectory {
  const { path, config } = record
  const metrics = join(path, 'metrics.jsonl')
  const tasks = join(path, 'tasks.jsonl')
  const episodes = join(path, 'episodes')
  const checkpoints = join(path, 'checkpoints')
  return {
    ...record,
    appendMetrics: line => appendLines(metrics, [line]),
    appendLineage: events => appendLines(tasks, events),
    writeSummary: summary => {
      const file = join(path, 'summary.json')
      return onDisk(file, () => writeFileAtomic(file, `${JSON.stringify(summary, null, 2)}\n`))
    },
    writeEpisodes: (iteration, rows) => writeEpisodeTable(join(episodes, episodesName(iteration)), rows),
    writeCheckpoint: async (iteration, write) => {
      await onDisk(checkpoints, () => mkdir(checkpoints, { recursive: true }))
      return writeCheckpoint(checkpoints, iteration, config.checkpoint.keep, write)
    },
    rewind: async iteration => {
      const keep = (value: unknown) => hasIteration(value) && value.iteration <= iteration
      await keepLines(metrics, keep)
      await keepLines(tasks, keep)
      for (const each of await episodeIterations(episodes)) {
        if (each > iteration) await rm(join(episodes, episodesName(each)))
      }
      for (const each of await listCheckpoints(checkpoints)) {
        if (each.iteration > iteration) await rm(each.folder, { recursive: true })
      }
    },
    close: release,
  }
}

async function readConfig(path: string): Promise<{ config: RunConfig; versions: Versions }> {
  const file = join(path, 'config.json')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const missing = systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
    throw missing ? new RunDirectoryError(`${path} is not a run: it has no config.json`, { cause: error }) : error
  })
  const record = recordSchema.safeParse(jsonOrNull(text))
  if (!record.success) throw new RunDirectoryError(`${file} is damaged: it must be an object with versions and config`)
  return { config: parseRunConfig(record.data.config), versions: record.data.versions }
}

async function readSummary(file: string): Promise<RunSummary | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (isSummary(value)) return value
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
  }
  throw new RunDirectoryError(`${file} is damaged; delete it to go without it`)
}

/** Removes what a killed process left half-written under temporary names. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (/\.[0-9a-f]{8}\.tmp$/.test(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

async function episodeIterations(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })
  const digits = names.flatMap(name => /^iteration-(\d{6,})\.parquet$/.exec(name)?.[1] ?? [])
  return digits.map(Number).sort((a, b) => a - b)
}

const episodesName = (iteration: number): string => `iteration-${String(iteration).padStart(6, '0')}.parquet`

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const hasIteration = (value: unknown): value is { readonly iteration: number } =>
  typeof value === 'object' && value !== null && 'iteration' in value && Number.isInteger(value.iteration)

const isSummary = (value: unknown): value is RunSummary =>
  typeof value === 'object' && value !== null && 'before' in value && hasIteration(value.before) && 'after' in value

/* Only this program writes these lines: that they carry their iteration is all that is asked of them. */
const isMetrics = (value: unknown): value is IterationMetrics => hasIteration(value)
