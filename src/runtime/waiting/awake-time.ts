/** Time in which this thread was awake: sleep counts for no deadline. */
import { Subscription, type SchedulerLike } from '../../streams/rxjs.ts'
import { realTime } from './clock.ts'

/** Longest time between two readings of the clock while something waits for it. */
const tickMs = 250

/** Of the time between two readings at most this counts: the rest is lateness, of a thread that was suspended or busy. */
const maxMs = 2 * tickMs

/**
 * Counts the time between readings of another clock. While something waits it is read at every interval, so that in a longer gap
 * this thread was suspended: of that, only `maxMs` count. While nothing waits all time counts.
 */
function awakeClock(realNow: () => number): (isTicking: boolean) => number {
  let realMs = realNow()
  let awakeMs = realMs
  return isTicking => {
    const nowMs = realNow()
    const gapMs = nowMs - realMs
    awakeMs += isTicking ? Math.min(gapMs, maxMs) : gapMs
    realMs = nowMs
    return awakeMs
  }
}

/**
 * A scheduler whose time does not advance while the process is stopped, the machine sleeps or this thread is blocked: an
 * event due in an hour occurs after an hour awake. A sleep counts for half a second at most.
 *
 * @param real the clock that advances all the time; this one starts in agreement with it.
 */
export function awakeTime(real: SchedulerLike = realTime): SchedulerLike {
  const clock = awakeClock(() => real.now())
  const waiting = new Set<object>()
  const now = (): number => clock(waiting.size > 0)

  const after = (delayMs: number, work: () => void): Subscription => {
    const dueMs = now() + delayMs
    const wait = {}
    let ticking: Subscription | undefined
    const tick = (leftMs: number): void => {
      ticking = real.schedule(read, Math.min(leftMs, tickMs))
    }
    const read = (): void => {
      const leftMs = dueMs - now()
      if (leftMs > 0) return tick(leftMs)
      waiting.delete(wait)
      work()
    }
    waiting.add(wait)
    tick(delayMs)
    return new Subscription(() => {
      waiting.delete(wait)
      ticking?.unsubscribe()
    })
  }

  return {
    now,
    schedule: <T>(work: Parameters<typeof real.schedule<T>>[0], delayMs = 0, state?: T) => {
      let ticking: Subscription | undefined
      const action = Object.assign(new Subscription(() => ticking?.unsubscribe()), {
        schedule: (next?: T, nextMs = 0): Subscription => {
          ticking?.unsubscribe()
          /* It has been unsubscribed meanwhile. */
          if (!action.closed) ticking = after(nextMs, () => work.call(action, next))
          return action
        },
      })
      return action.schedule(state, delayMs)
    },
  }
}
