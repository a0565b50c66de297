/**
 * The turns of all sessions, and where among them a request belongs. Agents seldom name a session: it is found by the ids of calls,
 * which always come back as they were given, and else by the normal form of what was said.
 */
import { formsOf } from './form.ts'
import { createKeyed } from './keyed.ts'
import { isAnswer, type AnswerItem, type HistoryItem, type SentItem } from './item.ts'
import { answerAt, isBeginningOf, preferred, repeatedTurn } from './match.ts'
import {
  historyBefore,
  type KnownTurn,
  type PlacedRequest,
  type TurnAnswer,
  type TurnBeginning,
  type TurnPlace,
} from './turn.ts'
import { UnknownReference } from './unknown-reference.ts'

export interface TurnIndex {
  /** @throws {UnknownReference} if the request refers to an answer that is not here. */
  readonly place: (request: PlacedRequest) => TurnPlace
  /** A new turn, which waits for its answer. @throws {RangeError} if its parent is not here. */
  readonly open: (id: string, session: string, place: TurnBeginning, request: PlacedRequest) => void
  /** How a turn came out; again, if it was repeated. @throws {RangeError} if there is no such turn. */
  readonly settle: (id: string, answer: TurnAnswer) => void
  /** A turn that is repeated waits again. @throws {RangeError} if there is no such turn. */
  readonly reopen: (id: string) => void
  /** All that was said before a turn's answer. @throws {RangeError} if there is no such turn. */
  readonly history: (id: string) => readonly HistoryItem[]
  /** A session with all its turns. */
  readonly forget: (session: string) => void
}

/** Where a request's session is, and which turns it may go on from. */
interface Scope {
  readonly session: string | null
  readonly has: (turn: KnownTurn) => boolean
}

export function createTurnIndex(): TurnIndex {
  const turns = new Map<string, KnownTurn>()
  const bySession = createKeyed<KnownTurn>()
  const byName = createKeyed<KnownTurn>()
  const byBody = createKeyed<KnownTurn>()
  const byAsked = createKeyed<KnownTurn>()
  const byAnswered = createKeyed<KnownTurn>()
  const byCall = new Map<string, KnownTurn>()
  const byReference = new Map<string, KnownTurn>()

  const turnOf = (id: string): KnownTurn => {
    const turn = turns.get(id)
    if (turn === undefined) throw new RangeError(`there is no turn ${id}`)
    return turn
  }
  const referred = (id: string): KnownTurn => {
    const turn = byReference.get(id)
    if (turn === undefined) throw new UnknownReference(id)
    return turn
  }
  const resolved = (items: readonly SentItem[]): readonly HistoryItem[] =>
    items.flatMap((item): readonly HistoryItem[] =>
      item.kind === 'reference' ? (referred(item.id).references.get(item.id) ?? []) : [item],
    )

  function scopeOf({ session: name, previous }: PlacedRequest, sent: readonly HistoryItem[]): Scope {
    if (previous !== null) return { session: referred(previous).session, has: () => true }
    if (name !== null)
      return { session: byName.of(name)[0]?.session ?? null, has: ({ request }) => request.session === name }
    const owners = sent.flatMap(item => (item.kind === 'call' ? (byCall.get(item.id) ?? []) : []))
    const session = owners.at(-1)?.session ?? null
    return { session, has: turn => (session === null ? turn.request.session === null : turn.session === session) }
  }

  /** The deepest turn with whose history and answer this history begins. */
  function parentOf(history: readonly HistoryItem[], { has }: Scope, prompt: string): Parent | null {
    const forms = formsOf(history)
    for (let at = history.length; at > 0; at -= 1) {
      const [form = '', rest] = [forms[at], history.slice(at)]
      const goesOn = ({ answer }: KnownTurn): boolean => answer.length > 0 || rest.length > 0
      const whole = preferred(
        byAnswered.of(form).filter(turn => has(turn) && goesOn(turn)),
        prompt,
      )
      if (whole !== undefined) return { turn: whole, held: whole.answer, fresh: rest }
      const held = answerAt(rest)
      const isHeld = (turn: KnownTurn): boolean => turn.delivery === 'cut' && isBeginningOf(held, turn.answer)
      const cut = preferred(
        byAsked.of(form).filter(turn => has(turn) && isHeld(turn)),
        prompt,
      )
      if (cut !== undefined) return { turn: cut, held, fresh: rest.slice(held.length) }
    }
    return null
  }

  return {
    place: request => {
      const sent = resolved(request.items)
      const scope = scopeOf(request, sent)
      const same = repeatedTurn(byBody.of(request.body).filter(scope.has), request.isRetry)
      if (same !== undefined) return { ...placeOf(same), repeats: same.id }
      const before = request.previous === null ? null : referred(request.previous)
      const parent =
        before === null ? parentOf(sent, scope, request.prompt) : { turn: before, held: before.answer, fresh: sent }
      const { turn = null, held = [], fresh = sent } = parent ?? {}
      return {
        repeats: null,
        session: scope.session ?? turn?.session ?? null,
        parent: turn?.id ?? null,
        held,
        fresh,
        branches: turn === null ? scope.session !== null : turn.isContinued || fresh.some(isAnswer),
      }
    },
    open: (id, session, { parent: parentId, held, fresh }, { session: name, prompt, body }) => {
      const parent = parentId === null ? null : turnOf(parentId)
      const asked = formOf([...(parent === null ? [] : historyBefore(parent)), ...held, ...fresh])
      const turn: KnownTurn = {
        ...{ id, session, request: { session: name, prompt, body }, parent, held, fresh, asked },
        ...{ answered: null, answer: [], references: new Map(), delivery: 'waiting', isContinued: false },
      }
      if (parent !== null) parent.isContinued = true
      turns.set(id, turn)
      bySession.add(session, turn)
      byBody.add(body, turn)
      byAsked.add(asked, turn)
      if (name !== null) byName.add(name, turn)
    },
    settle: (id, answer) => {
      const turn = turnOf(id)
      withdraw(turn)
      turn.delivery = answer.delivery
      if (answer.delivery === 'failed') return
      turn.answer = answer.items
      turn.references = answer.references
      turn.answered = formOf([...historyBefore(turn), ...answer.items])
      byAnswered.add(turn.answered, turn)
      for (const call of callsOf(answer.items)) byCall.set(call, turn)
      for (const reference of answer.references.keys()) byReference.set(reference, turn)
    },
    reopen: id => void (turnOf(id).delivery = 'waiting'),
    history: id => historyBefore(turnOf(id)),
    forget: session => {
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

  /** An answer that is found no longer. */
  function withdraw(turn: KnownTurn): void {
    if (turn.answered !== null) byAnswered.remove(turn.answered, turn)
    for (const call of callsOf(turn.answer)) byCall.delete(call)
    for (const reference of turn.references.keys()) byReference.delete(reference)
  }
}

interface Parent {
  readonly turn: KnownTurn
  readonly held: readonly AnswerItem[]
  readonly fresh: readonly HistoryItem[]
}

const placeOf = ({ session, parent, held, fresh }: KnownTurn): Omit<TurnPlace, 'repeats'> => ({
  ...{ session, parent: parent?.id ?? null, held, fresh },
  branches: false,
})

const formOf = (history: readonly HistoryItem[]): string => formsOf(history).at(-1) ?? ''

const callsOf = (items: readonly AnswerItem[]): readonly string[] =>
  items.flatMap(item => (item.kind === 'call' ? [item.id] : []))
