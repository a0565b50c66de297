/**
 * Parts of a call, dealt one by one to whichever replica is free. The counter lies in memory that all threads share: a replica takes
 * its next part without asking, also while the thread of the call computes.
 */

/** Which parts are taken. */
export interface Deal {
  /** How many parts there are. */
  readonly count: number
  /** [2] shared: the next part, and whether none is to be taken any more. */
  readonly state: Int32Array
  /** Asked after each part in the thread of the call: whether to halt, so that others can use the device. */
  readonly isWanted?: () => boolean
}

/** A part as it ended. */
export type Done<T> = { readonly part: number; readonly value: T } | { readonly part: number; readonly thrown: unknown }

export const createDeal = (count: number, isWanted?: () => boolean): Deal => ({
  count,
  state: new Int32Array(new SharedArrayBuffer(8)),
  ...(isWanted && { isWanted }),
})

/** The same deal for another thread. */
export const sharedDeal = ({ count, state }: Deal): Deal => ({ count, state })

/** No part is taken any more; those under way are ended. */
const halt = ({ state }: Deal): void => void Atomics.store(state, 1, 1)

export const goOn = ({ state }: Deal): void => void Atomics.store(state, 1, 0)

/**
 * Takes part after part, until none is left or the deal is halted. A part that fails halts it: parts are taken in their
 * order, so that all before it have been taken, and end.
 */
export async function takeParts<T>(deal: Deal, work: (part: number) => Promise<T>): Promise<readonly Done<T>[]> {
  const done: Done<T>[] = []
  for (let part = next(deal); part !== null; part = next(deal)) {
    try {
      done.push({ part, value: await work(part) })
    } catch (thrown) {
      halt(deal)
      done.push({ part, thrown })
    }
    if (deal.isWanted?.() === true) halt(deal)
  }
  return done
}

function next({ count, state }: Deal): number | null {
  if (Atomics.load(state, 1) !== 0) return null
  const part = Atomics.add(state, 0, 1)
  return part < count ? part : null
}
