import type { SchedulerLike } from 'rxjs'
import { virtualClock } from '../../../src/runtime/virtual/clock.ts'

/** A clock under which a process is awake or sleeps. */
export interface SleepyClock {
  /** Its time goes on in a sleep; what is due meanwhile is done at its end, late. */
  readonly real: SchedulerLike
  readonly live: (ms: number) => void
  readonly sleep: (ms: number) => void
  /** Time awake so far, ms. */
  readonly livedMs: () => number
}

/** Time starts at 0 ms. */
export function sleepyClock(): SleepyClock {
  const { scheduler, advanceTo } = virtualClock()
  let wokeAtMs = 0
  let sleptMs = 0
  const real: SchedulerLike = {
    now: () => Math.max(scheduler.now(), wokeAtMs),
    schedule: scheduler.schedule.bind(scheduler),
  }
  return {
    real,
    live: ms => advanceTo(real.now() + ms),
    sleep: ms => {
      sleptMs += ms
      wokeAtMs = real.now() + ms
      advanceTo(wokeAtMs)
    },
    livedMs: () => real.now() - sleptMs,
  }
}

export type Spell = readonly ['live' | 'sleep', number]
