import type { JournalLine } from '../journal.ts'
import { turnOf } from '../history/choice-id.ts'

/** Which lines are left of a journal, asked in order, without sessions and all that was said of them. */
export function withoutSessions(gone: ReadonlySet<string>): (line: JournalLine) => boolean {
  const turns = new Set<string>()
  return line => {
    if ('session' in line && gone.has(line.session)) {
      if (line.kind === 'turn') turns.add(line.id)
      return false
    }
    return !('id' in line && turns.has(turnOf(line.id)))
  }
}
