import type { KeptJournal } from '../journal.ts'
import { expiredSessions, type Retention } from './retention.ts'
import { sessionsIn } from './sessions-in.ts'
import { withoutSessions } from './without-sessions.ts'

interface ExpiryOptions {
  readonly journal: Pick<KeptJournal, 'read' | 'keep'>
  readonly retention: Retention
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Goes on with a session no more. @returns whether it may go: no turn of it is being answered. */
  readonly forget: (session: string) => boolean
}

/** Removes what need not be kept any longer from the disk. @returns the sessions that went. */
export async function removeExpired({ journal, retention, now, forget }: ExpiryOptions): Promise<readonly string[]> {
  const gone = expiredSessions(sessionsIn(await journal.read()), retention, now()).filter(forget)
  if (gone.length > 0) await journal.keep(withoutSessions(new Set(gone)))
  return gone
}
