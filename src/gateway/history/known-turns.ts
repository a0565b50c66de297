/** All turns, by each key under which a request may speak of them. */
import { createKeyed } from './keyed.ts'
import type { AnswerItem, HistoryItem, SentItem } from './item.ts'
import type { KnownTurn } from './turn.ts'
import { UnknownReference } from './unknown-reference.ts'

export type KnownTurns = ReturnType<typeof createKnownTurns>

export function createKnownTurns() {
  const turns = new Map<string, KnownTurn>()
  const bySession = createKeyed<KnownTurn>()
  const byName = createKeyed<KnownTurn>()
  const byBody = createKeyed<KnownTurn>()
  const byAsked = createKeyed<KnownTurn>()
  const byAnswered = createKeyed<KnownTurn>()
  const byCall = new Map<string, KnownTurn>()
  const byReference = new Map<string, KnownTurn>()

  /** @throws {UnknownReference} */
  const referred = (id: string): KnownTurn => {
    const turn = byReference.get(id)
    if (turn === undefined) throw new UnknownReference(id)
    return turn
  }
  /** An answer that is found no longer. */
  const withdraw = (turn: KnownTurn): void => {
    if (turn.answered !== null) byAnswered.remove(turn.answered, turn)
    for (const call of callsOf(turn.answer)) byCall.delete(call)
    for (const reference of turn.references.keys()) byReference.delete(reference)
  }

  return {
    referred,
    withdraw,
    withBody: byBody.of,
    asked: byAsked.of,
    answered: byAnswered.of,
    named: byName.of,
    withCall: (id: string): KnownTurn | undefined => byCall.get(id),
    /** @throws {RangeError} if there is no such turn. */
    turnOf: (id: string): KnownTurn => {
      const turn = turns.get(id)
      if (turn === undefined) throw new RangeError(`there is no turn ${id}`)
      return turn
    },
    /** What was sent, with what it refers to. @throws {UnknownReference} */
    resolved: (items: readonly SentItem[]): readonly HistoryItem[] =>
      items.flatMap((item): readonly HistoryItem[] =>
        item.kind === 'reference' ? (referred(item.id).references.get(item.id) ?? []) : [item],
      ),
    add: (turn: KnownTurn): void => {
      turns.set(turn.id, turn)
      bySession.add(turn.session, turn)
      byBody.add(turn.request.body, turn)
      byAsked.add(turn.asked, turn)
      if (turn.request.session !== null) byName.add(turn.request.session, turn)
    },
    /** Its answer is found from now on. */
    announce: (turn: KnownTurn): void => {
      if (turn.answered !== null) byAnswered.add(turn.answered, turn)
      for (const call of callsOf(turn.answer)) byCall.set(call, turn)
      for (const reference of turn.references.keys()) byReference.set(reference, turn)
    },
    forget: (session: string): void => {
      for (const turn of bySession.of(session)) {
        withdraw(turn)
        turns.delete(turn.id)
        bySession.remove(session, turn)
        byBody.remove(turn.request.body, turn)
        byAsked.remove(turn.asked, turn)
        if (turn.request.session !== null) byName.remove(turn.request.session, turn)
      }
    },
  }
}

const callsOf = (items: readonly AnswerItem[]): readonly string[] =>
  items.flatMap(item => (item.kind === 'call' ? [item.id] : []))
