/** Which mailboxes of one address are at their bound, who waits for that to end, and for how long at most. */
import { asyncScheduler, type SchedulerLike, type Subscription } from 'rxjs'
import { StandstillError } from '../errors/standstill-error.ts'

export interface PressureOptions {
  /** Longest time for which nothing may leave a full mailbox, ms. */
  readonly waitMs: number
  /** Told when that has passed. */
  readonly stuck: (error: StandstillError) => void
  /** Told when the last of the full mailboxes is full no more. */
  readonly eased: () => void
  readonly scheduler?: SchedulerLike
}

export interface Pressure {
  /** Whether no mailbox is full. */
  readonly none: () => boolean
  /** For a link: to be told whether its mailbox is full, at each change and whenever something has left it. */
  readonly of: (link: string) => (full: boolean) => void
  /** Resolves when no mailbox is full. @throws {StandstillError} if nothing leaves one for too long. */
  readonly drained: () => Promise<void>
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: StandstillError) => void
}

export function pressure({ waitMs, stuck, eased, scheduler = asyncScheduler }: PressureOptions): Pressure {
  const full = new Set<object>()
  const waiting: Waiting[] = []

  const stand = (link: string): void => {
    const error = new StandstillError(link, waitMs)
    for (const { reject } of waiting.splice(0)) reject(error)
    stuck(error)
  }
  const ease = (): void => {
    for (const { resolve } of waiting.splice(0)) resolve()
    eased()
  }

  return {
    none: () => full.size === 0,
    of: link => {
      const mailbox = {}
      let deadline: Subscription | undefined
      const watch = (): void => {
        deadline = scheduler.schedule(() => {
          watch()
          stand(link)
        }, waitMs)
      }
      return now => {
        deadline?.unsubscribe()
        if (now) watch()
        if (now) full.add(mailbox)
        else if (full.delete(mailbox) && full.size === 0) ease()
      }
    },
    drained: () =>
      full.size === 0 ? Promise.resolve() : new Promise((resolve, reject) => waiting.push({ resolve, reject })),
  }
}
