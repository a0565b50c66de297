/** What an earlier gateway wrote, at hand again. */
import { turnOf } from '../history/choice-id.ts'
import type { JournalLine, TurnLine } from '../journal.ts'
import type { KeptTurns } from './kept-turns.ts'
import { isCut } from './turn-line.ts'

/** Of the sessions that it went on with last. @returns the turns that are answered whole, by id. */
export function restoreTurns(
  kept: KeptTurns,
  lines: readonly JournalLine[],
  maxSessions: number,
): ReadonlyMap<string, TurnLine> {
  const opened = new Set<string>()
  const whole = new Map<string, TurnLine>()
  const recent = recentSessions(lines, maxSessions)
  /** The last line of a turn counts: one that was cut may have been asked for again. */
  const restore = (line: TurnLine): void => {
    const { id, session, name } = line
    const placed = { ...line, items: [], session: name, previous: null, isRetry: false }
    const parent = opened.has(turnOf(line.parent ?? '')) ? line.parent : null
    if (!opened.has(id)) kept.open(id, session, { ...line, parent }, placed)
    opened.add(id)
    kept.keep(line)
    kept.settle(line, 'cut')
    if (!isCut(line)) whole.set(id, line)
  }
  for (const line of lines) {
    if (line.kind === 'turn' && recent.has(line.session)) restore(line)
    else if (line.kind === 'delivered') {
      const turn = whole.get(line.id)
      if (turn !== undefined) kept.settle(turn, line.delivery)
    }
  }
  return whole
}

function recentSessions(lines: readonly JournalLine[], most: number): ReadonlySet<string> {
  const sessions = new Set<string>()
  for (const line of lines) {
    if (line.kind !== 'turn') continue
    sessions.delete(line.session)
    sessions.add(line.session)
  }
  return new Set([...sessions].slice(-most))
}
