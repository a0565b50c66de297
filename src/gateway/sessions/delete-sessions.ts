import { keptLines, openJournal } from '../journal.ts'
import { namedSession } from './named-session.ts'
import { gatewayAddress, askGateway } from './running-gateway.ts'
import { sessionsIn } from './sessions-in.ts'
import { withoutSessions } from './without-sessions.ts'

/**
 * Removes sessions from the disk; a gateway that uses the directory does it, and no longer trains on them.
 *
 * @param given ids, or names that agents have for sessions.
 * @param key of that gateway.
 * @throws {RangeError} if there is no such session, or the gateway refuses it or wants a key.
 */
export async function deleteSessions(directory: string, given: readonly string[], key: string | null): Promise<void> {
  const sessions = sessionsIn(await keptLines(directory))
  const ids = given.map(each => namedSession(sessions, each).id)
  const url = await gatewayAddress(directory)
  if (url !== null) {
    if (key === null) throw new RangeError(`the gateway at ${url} uses ${directory}: give its key, or stop it`)
    for (const id of ids) await askGateway(url, { method: 'DELETE', path: `/sessions/${id}`, key })
    return
  }
  const { keep, close } = await openJournal(directory)
  try {
    await keep(withoutSessions(new Set(ids)))
  } finally {
    await close()
  }
}
