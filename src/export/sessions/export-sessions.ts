/** The sessions of a gateway in the forms that other programs read. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filledFolder } from '../../files/new-folder.ts'
import { keptLines } from '../../gateway/journal.ts'
import { namedSession } from '../../gateway/sessions/named-session.ts'
import { sessionsIn } from '../../gateway/sessions/sessions-in.ts'
import { versions } from '../../run/directory/versions.ts'
import { sessionTrajectories } from './session-trajectories.ts'
import { writeSessionTables } from './write-session-tables.ts'

interface ExportSessionsOptions {
  /** Of the gateway. */
  readonly directory: string
  readonly to: 'parquet' | 'atif'
  /** A new or empty folder. */
  readonly out: string
  /** Ids or names; empty for all. */
  readonly sessions: readonly string[]
}

/** @throws {RangeError} if there is no such session, or the folder has something in it. @throws {RunDirectoryError} if a line is damaged. */
export async function exportSessions({ directory, to, out, sessions }: ExportSessionsOptions): Promise<void> {
  const lines = await keptLines(directory)
  const all = sessionsIn(lines)
  const chosen = sessions.length === 0 ? all : sessions.map(given => namedSession(all, given))
  const turns = lines.filter(line => line.kind === 'turn')
  if (to === 'parquet') return filledFolder(out, folder => writeSessionTables(chosen, turns, folder))
  const sampled = new Map(turns.map(turn => [turn.id, turn.sampled]))
  const { rlanything: version = 'unknown' } = await versions()
  const agent = { name: 'rlanything', version, model_name: 'policy' }
  const documents = chosen.flatMap(session => sessionTrajectories(session, sampled, agent))
  await filledFolder(out, folder =>
    writeFile(join(folder, 'sessions.jsonl'), documents.map(each => `${JSON.stringify(each)}\n`).join('')),
  )
}
