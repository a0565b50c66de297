/** What there is of a planned run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../../contracts/failure.ts'
import { usedBy } from '../../run/directory/lock.ts'
import { readRunDirectory, type RunRecord } from '../../run/directory/run-directory.ts'
import type { PlannedRun } from '../plan/planned-runs.ts'
import { departures } from './departures.ts'

export type RunState =
  | { readonly kind: 'missing' }
  /** Interrupted: it can be resumed. */
  | { readonly kind: 'unfinished'; readonly iteration: number }
  /** Another process works on it. */
  | { readonly kind: 'running'; readonly iteration: number; readonly process: string }
  | { readonly kind: 'finished'; readonly iteration: number }
  /** The folder holds something else than the planned run. */
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }

/** Looks at the folder of a run, and changes nothing. */
export async function runStateOf({ directory, config }: PlannedRun): Promise<RunState> {
  if (!existsSync(join(directory, 'config.json'))) return { kind: 'missing' }
  try {
    const run = await readRunDirectory(directory)
    const reasons = [...departures(config, run.config), ...otherwise(run)]
    return reasons.length > 0 ? { kind: 'refused', reasons } : await progressOf(run)
  } catch (error) {
    return { kind: 'refused', reasons: [reasonOf(error)] }
  }
}

/** How a run was made otherwise than a plan makes runs. */
const otherwise = ({ extended }: RunRecord): readonly string[] =>
  extended.map(({ after, from, to }) => `it was extended after ${after} iterations, from ${from} to ${to}`)

async function progressOf(run: RunRecord): Promise<RunState> {
  const end = (await run.readSummary())?.after?.iteration
  if (end === run.config.iterations) return { kind: 'finished', iteration: end }
  const iteration = (await run.readMetrics()).at(-1)?.iteration ?? 0
  const owner = await usedBy(run.path)
  if (owner === null) return { kind: 'unfinished', iteration }
  return { kind: 'running', iteration, process: `${owner.pid} on ${owner.host}` }
}
