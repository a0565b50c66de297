import type { AgentSession, SessionTurn } from '../../gateway/sessions/session.ts'
import { left, right, textTable } from '../../text/text-table.ts'
import { decimal } from './numbers.ts'

/** The sessions of a gateway, one a line. */
export const sessionsTable = (sessions: readonly AgentSession[]): string =>
  textTable(
    [
      left('session'),
      { title: 'name', align: 'left', width: 30 },
      left('last turn'),
      ...['turns', 'tokens', 'verdicts +/−', 'trained', 'outcome'].map(right),
    ],
    sessions.map(({ id, name, lastAt, turns, outcome }) => [
      id,
      name ?? '–',
      new Date(lastAt).toISOString().slice(0, 19),
      String(turns.length),
      String(turns.reduce((sum, turn) => sum + turn.answerTokens, 0)),
      `${verdictsOf(turns, 1)}/${verdictsOf(turns, -1)}`,
      String(turns.filter(({ trained }) => trained).length),
      outcome === null ? '–' : decimal(outcome, 2),
    ]),
  )

const verdictsOf = (turns: readonly SessionTurn[], verdict: number): number =>
  turns.reduce((sum, turn) => sum + turn.verdicts.filter(each => each.verdict === verdict).length, 0)
