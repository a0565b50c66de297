/** Lets native calls return before the process ends: one that returns after that aborts it. */
import { giveUp, waitForReturn } from './native-calls.ts'

export interface ExitGuard {
  /** @param ended settles once the thread with these beats is gone. */
  readonly cover: (beats: Int32Array, ended: Promise<unknown>) => void
}

/** Longest time that the end of the process waits for all threads together. */
const maxMs = 10_000

export function createExitGuard(): ExitGuard {
  const covered = new Set<Int32Array>()
  const hold = (): void => {
    let leftMs = maxMs
    covered.forEach(giveUp)
    for (const beats of covered) leftMs -= waitForReturn(beats, leftMs)
  }
  return {
    cover: (beats, ended) => {
      if (covered.size === 0) process.on('exit', hold)
      covered.add(beats)
      void ended.then(() => {
        covered.delete(beats)
        if (covered.size === 0) process.off('exit', hold)
      })
    },
  }
}
