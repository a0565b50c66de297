/**
 * Parts of a call, taken one by one by any free replica. The counter is in memory shared by all threads: a replica takes
 * its next part without asking, also while the thread of the call computes.
 */

/** Which parts are taken. */
export interface PartQueue {
  /** How many parts there are. */
  readonly count: number
  /** [2] shared: the next part, and whether none is to be taken any more. */
  readonly state: Int32Array
  /** Asked after each part in the thread of the call: whether to pause, so that others can use the device. */
  readonly isWanted?: () => boolean
}

/** A part as it ended. */
export type Done<T> = { readonly part: number; readonly value: T } | { readonly part: number; readonly thrown: unknown }

export const createPartQueue = (count: number, isWanted?: () => boolean): PartQueue => ({
  count,
  state: new Int32Array(new SharedArrayBuffer(8)),
  ...(isWanted && { isWanted }),
})

/** The same queue for another thread. */
export const sharedPartQueue = ({ count, state }: PartQueue): PartQueue => ({ count, state })

/** No part is taken any more; those under way are ended. */
const pauseQueue = ({ state }: PartQueue): void => void Atomics.store(state, 1, 1)

export const resumeQueue = ({ state }: PartQueue): void => void Atomics.store(state, 1, 0)

/**
 * Takes part after part, until none is left or the queue is paused. A part that fails pauses it: parts are taken in their
 * order, so that all before it have been taken, and end.
 */
export async function takeParts<T>(queue: PartQueue, work: (part: number) => Promise<T>): Promise<readonly Done<T>[]> {
  const done: Done<T>[] = []
  for (let part = next(queue); part !== null; part = next(queue)) {
    try {
      done.push({ part, value: await work(part) })
    } catch (thrown) {
      pauseQueue(queue)
      done.push({ part, thrown })
    }
    if (queue.isWanted?.() === true) pauseQueue(queue)
  }
  return done
}

function next({ count, state }: PartQueue): number | null {
  if (Atomics.load(state, 1) !== 0) return null
  const part = Atomics.add(state, 0, 1)
  return part < count ? part : null
}
