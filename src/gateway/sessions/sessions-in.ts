/** The sessions of a journal, as people read them. Pure. */
import type { JournalLine, TurnLine } from '../journal.ts'
import type { AgentSession, ReadVerdict, SessionTurn } from './session.ts'
import { turnOf } from '../history/choice-id.ts'

/** Takes lines one by one, as they are written. */
interface SessionReader {
  readonly sessions: ReadonlyMap<string, AgentSession>
  readonly read: (line: JournalLine) => void
}

export function sessionReader(): SessionReader {
  const sessions = new Map<string, AgentSession>()
  const turns = new Map<string, SessionTurn>()
  const voted = (id: string, verdicts: readonly ReadVerdict[]): void =>
    void turns.get(turnOf(id))?.verdicts.push(...verdicts)

  function read(line: JournalLine): void {
    switch (line.kind) {
      case 'turn': {
        const { session, name, at } = line
        const own = sessions.get(session) ?? { id: session, name, begunAt: at, lastAt: at, outcome: null, turns: [] }
        const turn = shown(line)
        sessions.set(session, own)
        turns.set(line.id, turn)
        /* One that was cut may have been asked for again. */
        const before = own.turns.findIndex(({ id }) => id === line.id)
        own.turns.splice(before < 0 ? own.turns.length : before, 1, turn)
        own.lastAt = at
        return
      }
      case 'delivered': {
        const turn = turns.get(line.id)
        if (turn !== undefined) turn.delivery = line.delivery
        return
      }
      case 'outcome': {
        const session = sessions.get(line.session)
        if (session !== undefined) session.outcome = line.outcome
        return
      }
      case 'voted':
        voted(
          line.id,
          line.verdicts.map(({ verdict, reason }) => ({ verdict, reason, by: 'reward model' })),
        )
        return
      case 'verdict':
        voted(line.id, [{ verdict: line.verdict, reason: line.reason, by: 'person' }])
        return
      case 'trained':
        for (const id of line.turns) {
          const turn = turns.get(turnOf(id))
          if (turn !== undefined) turn.trained = true
        }
        return
      case 'begun':
    }
  }
  return { sessions, read }
}

/** In the order of their beginnings. */
export function sessionsIn(lines: readonly JournalLine[]): readonly AgentSession[] {
  const { sessions, read } = sessionReader()
  for (const line of lines) read(line)
  return [...sessions.values()]
}

/** Cut, until it is written down that it was delivered. */
const shown = ({ id, at, parent, dialect, fresh, answer, sampled, train }: TurnLine): SessionTurn => ({
  ...{ id, at, parent, dialect, asked: fresh, choices: answer.choices, train, delivery: 'cut' },
  ...{ promptTokens: answer.promptTokens, answerTokens: answer.answerTokens },
  ...{ version: sampled[0]?.version ?? 0, verdicts: [], trained: false },
})
