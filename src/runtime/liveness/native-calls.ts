/**
 * Native calls within a thread, and the wish to end it: a call that returns into a thread that is being ended aborts
 * the whole process. `beats[2]` is how many such calls the thread is in, `beats[3]` is 1 once it has been given up.
 * Each side sets its own before it looks at the other's, so that one of them always sees the other.
 */

/** How many native calls the thread is in. */
export const nativeCalls = (beats: Int32Array): number => Atomics.load(beats, 2)

/** From now on the thread begins no native call, and does not continue after one: as soon as it is in none it can be ended. */
export const giveUp = (beats: Int32Array): void => void Atomics.store(beats, 3, 1)

/** Longest single wait: one that a sleep has cut short is repeated. */
const pieceMs = 250

/**
 * Blocks the calling thread until the other one, given up, is in no native call, or for `maxMs`.
 *
 * @returns the time waited, ms, without time in which the process slept.
 */
export function waitForReturn(beats: Int32Array, maxMs: number): number {
  let waitedMs = 0
  for (let calls = nativeCalls(beats); calls > 0 && waitedMs < maxMs; calls = nativeCalls(beats)) {
    Atomics.wait(beats, 2, calls, Math.min(pieceMs, maxMs - waitedMs))
    waitedMs += pieceMs
  }
  return waitedMs
}

/** Does work that is in native code until it settles. */
export async function asNative<T>(beats: Int32Array, work: () => Promise<T>): Promise<T> {
  count(beats, 1)
  try {
    return await work()
  } finally {
    count(beats, -1)
  }
}

function count(beats: Int32Array, change: number): void {
  Atomics.add(beats, 2, change)
  if (Atomics.load(beats, 3) === 0) return
  /* Nothing native runs while this does: a call that has begun and not settled waits for this thread's next tick. */
  Atomics.store(beats, 2, 0)
  Atomics.notify(beats, 2)
  Atomics.wait(beats, 3, 1)
}
