import { basename } from 'node:path'
import type { AgentSession } from '../../gateway/sessions/session.ts'
import type { SessionList, SessionSummary } from '../contract/sessions.ts'
import type { JournalReader } from '../folder/journal-reader.ts'

/** Most sessions that are listed. */
const maxListed = 500

export function sessionList(readers: readonly JournalReader[]): SessionList {
  const all = readers.flatMap(({ directory, sessions }) =>
    [...sessions.values()].map(session => ({ session, gateway: basename(directory) })),
  )
  return {
    sessions: all
      .toSorted((one, other) => other.session.lastAt - one.session.lastAt)
      .slice(0, maxListed)
      .map(({ session, gateway }) => summaryOf(session, gateway)),
    count: all.length,
    notes: readers.flatMap(({ fault }) => fault ?? []),
  }
}

function summaryOf({ id, name, lastAt, outcome, turns }: AgentSession, gateway: string): SessionSummary {
  const verdicts = turns.flatMap(turn => turn.verdicts.map(({ verdict }) => verdict))
  return {
    ...{ id, name, lastAt, outcome, gateway, turns: turns.length },
    tokens: turns.reduce((sum, { answerTokens }) => sum + answerTokens, 0),
    better: verdicts.filter(verdict => verdict > 0).length,
    worse: verdicts.filter(verdict => verdict < 0).length,
  }
}
