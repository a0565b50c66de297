/** Back-pressure of one address: which mailboxes are full, and how long senders wait for them at most. */
import type { SchedulerLike, Subscription } from '../../streams/rxjs.ts'
import { StandstillError } from '../errors/standstill-error.ts'
import { awakeTime } from '../waiting/awake-time.ts'
import type { LinkOptions } from './link-options.ts'

interface PressureOptions {
  /** Called when no message has left a full mailbox for `waitMs` whose actor has to wait. */
  readonly stuck: (error: StandstillError) => void
  /** Called when a mailbox is full no more. */
  readonly eased: () => void
  readonly scheduler?: SchedulerLike
}

interface Pressure {
  /** Whether the actor may continue: no mailbox is full for which it has to wait. */
  readonly flows: () => boolean
  /** Called by a link with whether its mailbox is full, at each change and whenever a message has left it. */
  readonly of: (link: string, options: Required<LinkOptions>) => (full: boolean) => void
  /** Resolves when no mailbox is full. @throws {StandstillError} if nothing leaves one for its `waitMs`. */
  readonly drained: () => Promise<void>
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: StandstillError) => void
}

export function pressure({ stuck, eased, scheduler = awakeTime() }: PressureOptions): Pressure {
  const full = new Set<object>()
  const pausing = new Set<object>()
  const waiting: Waiting[] = []

  return {
    flows: () => pausing.size === 0,
    of: (link, { overflow, waitMs }) => {
      const mailbox = {}
      const pauses = overflow === 'wait'
      let deadline: Subscription | undefined
      const stand = (): void => {
        watch()
        const error = new StandstillError(link, waitMs)
        for (const { reject } of waiting.splice(0)) reject(error)
        if (pauses) stuck(error)
      }
      const watch = (): void => {
        deadline = scheduler.schedule(stand, waitMs)
      }
      const ease = (): void => {
        full.delete(mailbox)
        pausing.delete(mailbox)
        if (full.size === 0) for (const { resolve } of waiting.splice(0)) resolve()
        eased()
      }
      return now => {
        deadline?.unsubscribe()
        if (!now) return ease()
        full.add(mailbox)
        if (pauses) pausing.add(mailbox)
        watch()
      }
    },
    drained: () =>
      full.size === 0 ? Promise.resolve() : new Promise((resolve, reject) => waiting.push({ resolve, reject })),
  }
}
