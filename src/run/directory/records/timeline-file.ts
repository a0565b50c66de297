/** timeline.jsonl: when the loop, the device and the links of a run worked. Old lines are dropped. */
import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../../files/atomic.ts'
import { isTree } from '../../../config/tree.ts'
import type { TimelineLine } from '../../../contracts/timeline.ts'
import { parsedJson } from '../../../text/parsed.ts'
import { appendLines, textIfThere } from './lines.ts'
import { onDisk } from './run-directory-error.ts'

const [current, before] = ['timeline.jsonl', 'timeline-before.jsonl']
/** Two such files are kept at most. */
const maxBytes = 8 << 20

/** @param most bytes after which a new file is begun in place of the one before. @throws {DiskError} if the disk refuses it. */
export async function appendTimeline(folder: string, line: TimelineLine, most = maxBytes): Promise<void> {
  const file = join(folder, current)
  const size = await stat(file).then(
    found => found.size,
    () => 0,
  )
  if (size > most) await onDisk(file, () => rename(file, join(folder, before)))
  await appendLines(file, [line])
}

/** Removes the lines after an iteration, and those that are damaged: a resumed run makes them again. @throws {DiskError} if the disk refuses it. */
export async function rewindTimeline(folder: string, iteration: number): Promise<void> {
  for (const name of [before, current]) {
    const file = join(folder, name)
    const text = await textIfThere(file)
    const kept = text.split(/(?<=\n)/).filter(line => line.endsWith('\n') && iterationOf(line) <= iteration)
    if (kept.join('') !== text) await onDisk(file, () => writeFileAtomic(file, kept.join('')))
  }
}

/** NaN of a line that is none. */
const iterationOf = (line: string): number => Number(/^\{"iteration":(\d+),/.exec(line)?.[1] ?? NaN)

/**
 * The lines of some iterations, as they were made last: runs of earlier versions kept those of iterations that were repeated.
 *
 * @returns in order, [] without any; damaged lines are left out.
 */
export async function readTimeline(folder: string, from: number, to: number): Promise<readonly TimelineLine[]> {
  const texts = await Promise.all([before, current].map(name => textIfThere(join(folder, name))))
  const last = new Map<number, string>()
  for (const line of texts.join('').split('\n')) {
    const iteration = iterationOf(line)
    if (iteration >= from && iteration <= to) last.set(iteration, line)
  }
  return [...last].sort(([one], [other]) => one - other).flatMap(([, line]) => parsed(line) ?? [])
}

function parsed(line: string): TimelineLine | null {
  const value = parsedJson(line)
  return isTimelineLine(value) ? value : null
}

function isTimelineLine(value: unknown): value is TimelineLine {
  if (!isTree(value)) return false
  const { iteration, session, loop, device, links, samples } = value
  return (
    [iteration, session].every(isNumber) &&
    rowsOf(loop, row => row.length === 3 && row.slice(1).every(isNumber)) &&
    rowsOf(device, row => row.length === 7 && row.slice(2).every(isNumber)) &&
    Array.isArray(links) &&
    rowsOf(samples, row => row.length === links.length + 1 && row.slice(1).every(isSample))
  )
}

const isNumber = (value: unknown): boolean => typeof value === 'number'
const isSample = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 2 && value.every(isNumber))
const rowsOf = (value: unknown, isRow: (row: readonly unknown[]) => boolean): boolean =>
  Array.isArray(value) && value.every(row => Array.isArray(row) && isRow(row))
