import { VirtualTimeScheduler, type SchedulerLike } from '../../streams/rxjs.ts'

/** A clock that only moves when it is advanced. */
export interface VirtualClock {
  readonly scheduler: SchedulerLike
  /** When the next piece of work is due, ms; `null` if none is. */
  readonly next: () => number | null
  /** Puts the clock to `timeMs` and does the work due by then, in order. Never goes back. */
  readonly advanceTo: (timeMs: number) => void
}

/** Time starts at 0 ms. */
export function virtualClock(): VirtualClock {
  const scheduler = new VirtualTimeScheduler()
  const next = (): number | null =>
    scheduler.actions.reduce<number | null>(
      (soonest, { delay }) => (soonest === null || delay < soonest ? delay : soonest),
      null,
    )
  return {
    scheduler,
    next,
    advanceTo: timeMs => {
      if (timeMs < scheduler.now()) return
      /* A virtual scheduler's time is that of the last work it did. */
      scheduler.schedule(() => {}, timeMs - scheduler.now())
      scheduler.maxFrames = timeMs
      scheduler.flush()
    },
  }
}
