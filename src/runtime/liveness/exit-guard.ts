/** Lets native calls return before the process ends: one that returns after that aborts it. */
import { giveUp, waitForReturn } from './native-calls.ts'

/** Longest time that the end of the process waits for all threads together. */
const maxMs = 10_000

const covered = new Set<Int32Array>()

function hold(): void {
  let leftMs = maxMs
  covered.forEach(giveUp)
  for (const beats of covered) leftMs -= waitForReturn(beats, leftMs)
}

/** @param ended settles once the thread with these beats is gone. */
export function holdExitFor(beats: Int32Array, ended: Promise<unknown>): void {
  if (covered.size === 0) process.on('exit', hold)
  covered.add(beats)
  void ended.then(() => {
    covered.delete(beats)
    if (covered.size === 0) process.off('exit', hold)
  })
}
