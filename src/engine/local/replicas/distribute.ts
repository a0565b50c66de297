import type { Pause } from '../../../contracts/models/device.ts'
import { createPartQueue, resumeQueue, type PartQueue, type Done } from './part-queue.ts'
import { together } from './together.ts'

/** Computes parts until none is left or the queue is paused. */
type Taker<T> = (queue: PartQueue) => Promise<readonly Done<T>[]>

/**
 * Distributes the parts of a call. Pauses when others want the device, once the parts under way have ended.
 *
 * @param pause left out, none is made; one that does not know whether it is wanted always is.
 * @returns [count] the results of the parts, from any replica.
 * @throws the error of the first part that failed, once all under way have ended.
 */
export async function distribute<T>(count: number, takers: readonly Taker<T>[], pause?: Pause): Promise<readonly T[]> {
  const queue = createPartQueue(count, pause && (pause.isWanted ?? (() => true)))
  const found: Done<T>[] = []
  for (;;) {
    const ended = await together(takers.slice(0, count).map(taker => () => taker(queue)))
    for (const done of ended.flat()) found[done.part] = done
    const known = Object.values(found)
    const values = known.map(done => {
      if ('thrown' in done) throw done.thrown
      return done.value
    })
    if (values.length === count) return values
    await pause?.()
    resumeQueue(queue)
  }
}
