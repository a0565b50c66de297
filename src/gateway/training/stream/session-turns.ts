/** The turns of the sessions that can be gone on with, by id. */
import type { LoggedTurn } from './logged-turn.ts'

interface SessionTurn {
  readonly turn: LoggedTurn
  /** Its answer, as a client holds it that has all of it. */
  readonly items: unknown
}

export type SessionTurns = ReturnType<typeof createSessionTurns>

/** @param maxSessions of more, the one that was silent for longest is forgotten. @param forgotten called with it. */
export function createSessionTurns(maxSessions: number, forgotten: (session: string) => void) {
  /** The session that was silent for longest is first. */
  const bySession = new Map<string, Map<string, SessionTurn>>()
  const places = new Map<string, string>()

  function forget(session: string): void {
    for (const id of bySession.get(session)?.keys() ?? []) places.delete(id)
    bySession.delete(session)
  }

  return {
    forget,
    find: (id: string): SessionTurn | undefined => bySession.get(places.get(id) ?? '')?.get(id),
    add: (session: string, turns: readonly SessionTurn[]): void => {
      const own = bySession.get(session) ?? new Map<string, SessionTurn>()
      bySession.delete(session)
      bySession.set(session, own)
      for (const each of turns) {
        own.set(each.turn.id, each)
        places.set(each.turn.id, session)
      }
      const [silent] = bySession.keys()
      if (bySession.size <= maxSessions || silent === undefined) return
      forget(silent)
      forgotten(silent)
    },
  }
}
