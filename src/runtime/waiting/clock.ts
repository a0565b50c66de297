import { asyncScheduler, type SchedulerLike } from '../../streams/rxjs.ts'

/** Milliseconds on a clock that never goes back and reads the same in every thread. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6

/** Real time, on that clock. */
export const realTime: SchedulerLike = {
  now,
  schedule: asyncScheduler.schedule.bind(asyncScheduler),
}
