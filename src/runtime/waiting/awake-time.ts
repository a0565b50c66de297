/** Time in which this thread was awake: what it sleeps through counts for no deadline. */
import { Subscription, type SchedulerLike } from '../../streams/rxjs.ts'
import { realTime } from './clock.ts'

/** Longest time between two looks at the clock while something waits for it. */
const tickMs = 250

/** Most that counts of the time between two looks: the rest is lateness, of a thread that was suspended or busy. */
const maxMs = 2 * tickMs

/**
 * Counts the time that passes between looks at another clock. While something waits there is a look every tick, so that
 * a longer gap is one in which nobody could look: of that, only `maxMs` count. While nothing waits all time counts.
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
 * A scheduler whose time stands still while the process is stopped, the machine sleeps or this thread is blocked:
 * what is due in an hour is due after an hour in which it could be waited for. A sleep counts for half a second at most.
 *
 * @param real the clock that goes on meanwhile, which this one agrees with at first.
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
      ticking = real.schedule(look, Math.min(leftMs, tickMs))
    }
    const look = (): void => {
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
          /* Whoever has let it go wants it no more. */
          if (!action.closed) ticking = after(nextMs, () => work.call(action, next))
          return action
        },
      })
      return action.schedule(state, delayMs)
    },
  }
}
