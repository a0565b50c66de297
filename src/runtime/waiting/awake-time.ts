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

interface Wait {
  readonly dueMs: number
  readonly work: () => void
}

/**
 * A scheduler whose time does not advance while the process is stopped, the machine sleeps or this thread is blocked: an
 * event due in an hour occurs after an hour awake. A sleep counts for half a second at most.
 *
 * @param real the clock that advances all the time; this one starts in agreement with it.
 */
export function awakeTime(real: SchedulerLike = realTime): SchedulerLike {
  const clock = awakeClock(() => real.now())
  const waiting = new Set<Wait>()
  const now = (): number => clock(waiting.size > 0)
  /* One timer for all: if each had its own, a thousand requests would read the clock four thousand times a second. */
  let timer: Subscription | undefined
  let timerDueMs = Infinity

  const readBy = (dueMs: number, nowMs: number): void => {
    const nextMs = Math.min(dueMs, nowMs + tickMs)
    if (nextMs >= timerDueMs) return
    timer?.unsubscribe()
    timerDueMs = nextMs
    timer = real.schedule(read, Math.max(0, nextMs - nowMs))
  }
  function read(): void {
    const nowMs = now()
    timerDueMs = Infinity
    const due = [...waiting].filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => a.dueMs - b.dueMs)
    try {
      for (const wait of due) if (waiting.delete(wait)) wait.work()
    } finally {
      if (waiting.size > 0)
        readBy(
          [...waiting].reduce((least, { dueMs }) => Math.min(least, dueMs), Infinity),
          now(),
        )
    }
  }

  const after = (delayMs: number, work: () => void): Subscription => {
    const nowMs = now()
    const wait = { dueMs: nowMs + delayMs, work }
    waiting.add(wait)
    readBy(wait.dueMs, nowMs)
    return new Subscription(() => {
      waiting.delete(wait)
      if (waiting.size > 0) return
      timer?.unsubscribe()
      timerDueMs = Infinity
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
