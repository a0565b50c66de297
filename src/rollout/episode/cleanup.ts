/** Has actors forget attempts. A message that was under way to a dead actor is lost, so that some messages are sent twice. */
import type { Recoveries } from '../../contracts/actor-recovery.ts'
import type { Abandon, Closed } from '../../contracts/messages/run.ts'
import type { Liveness } from '../../runtime/supervision/roster.ts'
import { forgetting, type Attempt } from './attempt.ts'

interface CleanupOptions {
  readonly send: (message: Abandon | Closed) => void
  readonly liveness: Liveness
  readonly recoveries: Recoveries
}

interface Cleanup {
  /** Tells the actors that live. */
  readonly now: (attempts: Iterable<Attempt>) => void
  /** Tells every actor, at the next `flush` at which all are ready. */
  readonly later: (attempts: Iterable<Attempt>) => void
  readonly flush: () => void
  /** The attempts are over; if an actor dies soon, its last messages about them may not have arrived. */
  readonly over: (attempts: readonly Attempt[]) => void
  /** An actor has died: messages about attempts that ended shortly before are sent again. */
  readonly died: () => void
}

/** Attempts of which a late message may still be under way; each is a name and a task. */
const maxRecent = 1024

export function createCleanup({ send, liveness, recoveries }: CleanupOptions): Cleanup {
  let recent: readonly Attempt[] = []
  let waiting = new Set<Attempt>()

  const now: Cleanup['now'] = attempts => {
    for (const attempt of attempts)
      for (const message of forgetting(attempt, recoveries)) if (liveness.statusOf(message.to) !== 'dead') send(message)
  }
  const later: Cleanup['later'] = attempts => {
    for (const attempt of attempts) waiting.add(attempt)
  }

  return {
    now,
    later,
    flush: () => {
      if (liveness.missing().length > 0) return
      const attempts = waiting
      waiting = new Set()
      now(attempts)
    },
    over: attempts => {
      recent = [...recent, ...attempts].slice(-maxRecent)
    },
    died: () => later(recent),
  }
}
