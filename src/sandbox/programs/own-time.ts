/**
 * Time of the processor that a run has had. A run that was cut off by the clock on the wall though it had not had its
 * time was stopped or starved: nothing is known of its program, and it is run again.
 */
import { ownClock, type OwnClock } from '../../runtime/waiting/own-clock.ts'
import type { SandboxRun } from './run.ts'

/** Of the time that a run was allowed, the share of processor time below which it was starved by other processes. */
const ownShare = 0.9

/** Most times that a run is repeated, each time with twice as much time: a thirtieth of a processor is enough. */
const maxRepeats = 5

/**
 * @param timeMs that a run may take.
 * @param ranMs processor time that it has had; `null` if it is not known.
 * @param repeats how often it was run before.
 * @returns the wall-clock time that it gets now, ms; `null` if its result is valid.
 */
export function repeatIn(timeMs: number, { ending }: SandboxRun, ranMs: number | null, repeats: number): number | null {
  if (ending !== 'timeout' || ranMs === null || ranMs >= ownShare * timeMs || repeats >= maxRepeats) return null
  return timeMs * 2 ** (repeats + 1)
}

interface OwnTimeOptions {
  readonly clock?: OwnClock
  /** If not, the result of the last run is taken. */
  readonly canRepeat?: () => boolean
}

/**
 * Runs in this thread until its result is valid; yields the time of the next repetition before each.
 *
 * @param attempt is given its time by the clock on the wall, ms.
 */
export function* inOwnTime(
  timeMs: number,
  attempt: (timeMs: number) => SandboxRun,
  { clock = ownClock, canRepeat = () => true }: OwnTimeOptions = {},
): Generator<number, SandboxRun, void> {
  let nextMs = timeMs
  for (let repeats = 0; ; repeats += 1) {
    const began = clock()
    const run = attempt(nextMs)
    const now = clock()
    const ranMs = began === null || now === null ? null : now - began
    const repeatMs = repeatIn(timeMs, run, ranMs, repeats)
    if (repeatMs === null || !canRepeat()) return run
    yield repeatMs
    nextMs = repeatMs
  }
}
