/**
 * The turns of all sessions, and where among them a request belongs. Agents seldom name a session: it is found by the ids of calls,
 * which always come back as they were given, and else by the normal form of what was said.
 */
import { wholeForm } from './form.ts'
import { isAnswer, type HistoryItem } from './item.ts'
import { createKnownTurns } from './known-turns.ts'
import { repeatedTurn } from './match.ts'
import { parentOf, scopeOf } from './parent.ts'
import {
  historyBefore,
  lastingIn,
  type KnownTurn,
  type PlacedRequest,
  type TurnAnswer,
  type TurnBeginning,
  type TurnPlace,
} from './turn.ts'

export interface TurnIndex {
  /** @throws {UnknownReference} if the request refers to an answer that is not here. */
  readonly place: (request: PlacedRequest) => TurnPlace
  /** A new turn, which waits for its answer. @throws {RangeError} if its parent is not here. */
  readonly open: (id: string, session: string, place: TurnBeginning, request: PlacedRequest) => void
  /** How a turn came out; again, if it was repeated. @throws {RangeError} if there is no such turn. */
  readonly settle: (id: string, answer: TurnAnswer) => void
  /** How it stands with a turn of whose answer there is nothing new. @throws {RangeError} if there is no such turn. */
  readonly mark: (id: string, delivery: KnownTurn['delivery']) => void
  /** All that was said before a turn's answer. @throws {RangeError} if there is no such turn. */
  readonly history: (id: string) => readonly HistoryItem[]
  /** A session with all its turns. */
  readonly forget: (session: string) => void
}

export function createTurnIndex(): TurnIndex {
  const known = createKnownTurns()
  const { turnOf, referred } = known

  return {
    place: request => {
      const sent = known.resolved(request.items)
      const scope = scopeOf(known, request, sent)
      const same = repeatedTurn(known.withBody(request.body).filter(scope.has), request.isRetry)
      if (same !== undefined) return { ...placeOf(same), repeats: same.id }
      const before = request.previous === null ? null : referred(request.previous)
      const parent =
        before === null
          ? parentOf(known, scope, { history: sent, prompt: request.prompt })
          : { turn: before, held: before.answer, fresh: sent }
      const { turn = null, held = [], fresh = sent } = parent ?? {}
      return {
        repeats: null,
        session: scope.session ?? turn?.session ?? null,
        parent: turn?.id ?? null,
        ...{ held, fresh, lasting: lastingIn(turn) },
        branches: turn === null ? scope.session !== null : turn.isContinued || fresh.some(isAnswer),
      }
    },
    open: (id, session, { parent: parentId, held, fresh }, { session: name, prompt, lasting, body }) => {
      const parent = parentId === null ? null : turnOf(parentId)
      const asked = wholeForm([...(parent === null ? [] : historyBefore(parent)), ...held, ...fresh])
      if (parent !== null) parent.isContinued = true
      known.add({
        ...{ id, session, request: { session: name, prompt, lasting, body }, parent, held, fresh, asked },
        ...{ answered: null, answer: [], references: new Map(), delivery: 'waiting', isContinued: false },
      })
    },
    settle: (id, { items, references, delivery }) => {
      const turn = turnOf(id)
      known.withdraw(turn)
      turn.delivery = delivery
      if (delivery === 'failed') return
      const answered = wholeForm([...historyBefore(turn), ...items])
      known.announce(Object.assign(turn, { answer: items, references, answered }))
    },
    mark: (id, delivery) => void (turnOf(id).delivery = delivery),
    history: id => historyBefore(turnOf(id)),
    forget: known.forget,
  }
}

const placeOf = ({ session, parent, held, fresh }: KnownTurn): Omit<TurnPlace, 'repeats'> => ({
  ...{ session, parent: parent?.id ?? null, held, fresh },
  ...{ lasting: lastingIn(parent), branches: false },
})
