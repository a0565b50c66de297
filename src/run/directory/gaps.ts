/** Missing lines and files of a run. */
import { reasonOf } from '../../contracts/failure.ts'
import type { RunRecord } from './run-directory.ts'
import type { LineageEvent } from '../../curriculum/lineage.ts'
import { replayLineage } from '../../curriculum/slots.ts'

/**
 * One sentence for each incomplete or missing file. Parts that an iteration under way has not written yet are no gap;
 * nor are those of a run without an iteration.
 *
 * @param upTo iterations that it has made, where that is known.
 */
export async function gapsOf(run: RunRecord, upTo?: number): Promise<readonly string[]> {
  const metrics = (await run.readMetrics()).map(({ iteration }) => iteration)
  const lineage = await run.readLineage()
  const episodes = await run.episodeIterations()
  const summary = await run.readSummary()
  const made = upTo ?? Math.max(0, metrics.at(-1) ?? 0, summary?.after?.iteration ?? 0, (episodes.at(-1) ?? 0) - 1)
  if (made === 0) return []
  return [
    ...missing('metrics.jsonl', 'line', absent(metrics, made)),
    ...missing('episodes', 'file', absent(episodes, made)),
    ...(run.drawsElsewhere ? [] : missingLineage(lineage, run.config.tasks.slots, made)),
    ...contradictions(lineage),
    ...(summary === null ? ['summary.json is missing: where the run began is not known'] : []),
  ]
}

function missingLineage(lineage: readonly LineageEvent<unknown>[], slots: number, made: number): readonly string[] {
  const rooted = lineage.filter(({ kind }) => kind === 'rooted').length
  const played = [...new Set(lineage.map(({ iteration }) => iteration))]
  return [
    ...(rooted === slots ? [] : [`tasks.jsonl has ${rooted} of the ${slots} tasks that the run began with`]),
    ...(lineage.length === 0 ? [] : missing('tasks.jsonl', 'line', absent(played, made))),
  ]
}

function contradictions(lineage: readonly LineageEvent<unknown>[]): readonly string[] {
  try {
    replayLineage(lineage)
    return []
  } catch (error) {
    return [`tasks.jsonl does not fit together: ${reasonOf(error)}`]
  }
}

/** Of 1 to `last`. */
function absent(there: readonly number[], last: number): readonly number[] {
  const known = new Set(there)
  return Array.from({ length: last }, (_, index) => index + 1).filter(iteration => !known.has(iteration))
}

const missing = (where: string, what: string, iterations: readonly number[]): readonly string[] =>
  iterations.length === 0
    ? []
    : [`${where} has no ${what} of iteration${iterations.length === 1 ? '' : 's'} ${ranges(iterations)}`]

/** `2 to 5, 9`. */
function ranges(numbers: readonly number[]): string {
  const parts: (readonly [from: number, to: number])[] = []
  for (const number of numbers) {
    const last = parts.at(-1)
    if (last?.[1] === number - 1) parts[parts.length - 1] = [last[0], number]
    else parts.push([number, number])
  }
  const shownParts = parts.slice(0, 8).map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`))
  return parts.length > shownParts.length ? `${shownParts.join(', ')} and others` : shownParts.join(', ')
}
