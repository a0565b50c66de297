/**
 * Time of the processor that a run has had. A run that was cut off by the clock on the wall though it had not had its
 * time was stopped or starved: nothing is known of its program, and it is run again.
 */
import { ownClock, type OwnClock } from '../../runtime/waiting/own-clock.ts'
import type { SandboxRun } from './run.ts'

/** Of the time that a run was allowed, the share of processor time below which it was starved by other processes. */
const ownShare = 0.9

/**
 * Most time of a run, ms, each repetition of which has twice as much: a thirtieth of a processor is enough. Of short runs more, for a
 * thread waits for its turn longer than they take.
 */
const mostMs = (timeMs: number): number => Math.max(32 * timeMs, 10_000)

/**
 * @param timeMs that a run may take.
 * @param ranMs processor time that it has had; `null` if it is not known.
 */
export const wasStarved = (timeMs: number, { ending }: SandboxRun, ranMs: number | null): boolean =>
  ending === 'timeout' && ranMs !== null && ranMs < ownShare * timeMs

/** It did not get its time of the processor, and cannot be repeated in this process. */
export class StarvedError extends Error {
  override readonly name = 'StarvedError'
}

interface OwnTimeOptions {
  readonly clock?: OwnClock
  readonly canRepeat?: () => boolean
  /** How often it was repeated elsewhere. */
  readonly repeated?: number
}

/**
 * Runs in this thread until its result is valid; yields the time of the next repetition before each.
 *
 * @param attempt is given its time by the clock on the wall, ms.
 * @returns a run that ends `unknown` where it was starved each time.
 * @throws {StarvedError}
 */
export function* inOwnTime(
  timeMs: number,
  attempt: (timeMs: number) => SandboxRun,
  { clock = ownClock, canRepeat = () => true, repeated = 0 }: OwnTimeOptions = {},
): Generator<number, SandboxRun, void> {
  let nextMs = timeMs * 2 ** repeated
  for (;;) {
    const began = clock()
    const run = attempt(nextMs)
    const now = clock()
    const ranMs = began === null || now === null ? null : now - began
    if (!wasStarved(timeMs, run, ranMs)) return run
    const starved = `of ${nextMs} ms it had ${Math.round(ranMs ?? 0)} ms of a processor`
    if (2 * nextMs > mostMs(timeMs)) return { ...run, ending: 'unknown', stderr: starved }
    if (!canRepeat()) throw new StarvedError(starved)
    nextMs *= 2
    yield nextMs
  }
}
