import { reasonOf } from '../../../contracts/failure.ts'
import { awakeTime } from '../../waiting/awake-time.ts'
import type { DurableQueue } from './durable-queue.ts'

/** Resolves after a while, or at once when the signal is aborted. */
export const pause = (ms: number, until: AbortSignal, scheduler = awakeTime()): Promise<void> =>
  new Promise(resolve => {
    const done = (): void => {
      due.unsubscribe()
      until.removeEventListener('abort', done)
      resolve()
    }
    const due = scheduler.schedule(done, ms)
    until.addEventListener('abort', done)
    if (until.aborted) done()
  })

const againMs = 1_000

/**
 * A queue that is patient: each second it does again what the broker does not answer, until the signal is aborted.
 *
 * @param tell told of each other reason for which it does so.
 */
export function persistentQueue<Order, Entry, News>(
  queue: DurableQueue<Order, Entry, News>,
  until: AbortSignal,
  tell: (text: string) => void,
): DurableQueue<Order, Entry, News> {
  let told = ''
  const again = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        const result = await work()
        told = ''
        return result
      } catch (error) {
        if (until.aborted) throw error
        const reason = reasonOf(error)
        if (reason !== told) tell(`the queue of work does not answer, and is asked again: ${reason}`)
        told = reason
        await pause(againMs, until)
      }
    }
  }
  return {
    ...queue,
    take: () => again(() => queue.take()),
    put: (key, order) => again(() => queue.put(key, order)),
    read: key => again(() => queue.read(key)),
    write: (key, entry, last) => again(() => queue.write(key, entry, last)),
    remove: key => again(() => queue.remove(key)),
    objects: async group => {
      const objects = await again(() => queue.objects(group))
      return {
        put: (name, bytes) => again(() => objects.put(name, bytes)),
        get: name => again(() => objects.get(name)),
        remove: name => again(() => objects.remove(name)),
      }
    },
  }
}
