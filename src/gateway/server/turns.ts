/** The turns of a gateway: where a request belongs, what its model reads, and what it answers, to all that wait for it. */
import type { Key } from '../../math/random.ts'
import { deferred } from '../../runtime/waiting/deferred.ts'
import { followed } from '../../streams/followed.ts'
import type { AgentAnswer } from '../answers/agent-answer.ts'
import type { AnswerHead, AnswerPiece } from '../answers/answer-stream.ts'
import { digestOf } from '../history/form.ts'
import type { Delivery, PlacedRequest, TurnPlace } from '../history/turn.ts'
import type { Journal, JournalLine, TurnLine } from '../journal.ts'
import type { AgentRequest } from '../requests/agent-request.ts'
import type { Redaction } from '../sessions/redaction.ts'
import { answerTurn } from './answer-turn.ts'
import type { AskedTurn } from './asked-turn.ts'
import { createKeptTurns, type KeptTurnsOptions } from './kept-turns.ts'
import { restoreTurns } from './restore-turns.ts'
import type { Spoken } from './sampled-turn.ts'
import { isCut, type PlacedTurn } from './turn-line.ts'

export interface TurnsOptions extends KeptTurnsOptions {
  readonly spoken: Spoken
  /** Of all chance. */
  readonly key: Key
  readonly journal: Journal
  /** What an earlier gateway wrote: its sessions go on. */
  readonly lines: readonly JournalLine[]
  /** Another one at each call: letters and digits, at most 20. */
  readonly newId: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly redaction: Redaction
}

/** A turn that is being answered. */
interface TakenTurn {
  readonly session: string
  /** Resolves when something of the answer is there. @throws as `answered`. */
  readonly begun: Promise<AnswerHead>
  readonly pieces: () => AsyncIterable<AnswerPiece>
  /** Resolves when it is on disk. @throws {RangeError} if the model cannot be told the conversation. @throws {ContextTooLong} */
  readonly answered: Promise<AgentAnswer>
}

export interface GatewayTurns {
  /** A request's turn, the same one if it is a repeat; once all its clients have left, no more is sampled. @throws {UnknownReference} */
  readonly take: (asked: AskedTurn) => TakenTurn
  /** The id of a session by its id, or by the name that the agent has for it; `null` if there is none. */
  readonly sessionOf: (given: string) => string | null
  /** Whether there is such a turn, with an answer. */
  readonly has: (turn: string) => boolean
  /** Goes on with a session no more. @returns whether it may go: no turn of it is being answered. */
  readonly forget: (session: string) => boolean
}

/** A turn that is asked for, by one client or by several that repeat it. */
interface TurnState extends TakenTurn {
  clients: number
  line: TurnLine | null
}

export function createTurns(options: TurnsOptions): GatewayTurns {
  const { journal, lines, newId, now } = options
  const states = new Map<string, TurnState>()
  /** Those that are sampled or written down still, whether anybody waits for them or not. */
  const underWay = new Set<TurnState>()
  const kept = createKeptTurns(options, turn => states.delete(turn))
  const { index } = kept

  for (const [id, line] of restoreTurns(kept, lines, options.maxSessions)) states.set(id, restored(line))

  const isAnswered = (turn: string): boolean => (states.get(turn)?.line ?? null) !== null
  const isUnderWay = (session: string): boolean => [...underWay].some(state => state.session === session)
  return {
    ...{ take, sessionOf: kept.sessionOf, has: isAnswered },
    forget: session => {
      if (isUnderWay(session)) return false
      kept.forget(session)
      return true
    },
  }

  function take(given: AskedTurn): TakenTurn {
    const { name, body, isRetry, left } = given
    const { items, previous } = given.request
    const sent: PlacedRequest = { items, prompt: promptOf(given.request), body, session: name, previous, isRetry }
    const place = index.place(sent)
    const request = withLasting(given.request, place.lasting)
    const { lasting = '' } = request
    const placed = { ...sent, prompt: promptOf(request), ...(lasting === place.lasting ? {} : { lasting }) }
    const id = place.repeats ?? newId()
    const session = place.session ?? newId()
    if (place.repeats === null) kept.open(id, session, place, placed)
    else index.mark(id, 'waiting')
    const state = states.get(id) ?? begin(id, session, { ...given, request }, placed, place)
    join(id, state, left)
    return state
  }

  /** A client waits for the answer until it leaves. */
  function join(id: string, state: TurnState, left: AbortSignal): void {
    state.clients += 1
    const leave = (): void => {
      state.clients -= 1
      if (state.clients === 0) deliver(id, state, 'cut')
    }
    if (left.aborted) leave()
    else left.addEventListener('abort', leave)
    const arrive = (): void => deliver(id, state, state.clients > 0 ? 'whole' : 'cut')
    state.answered.then(arrive, () => {})
  }

  function begin(id: string, session: string, asked: AskedTurn, placed: PlacedRequest, place: TurnPlace): TurnState {
    const pieces = followed<AnswerPiece>()
    const begun = deferred<AnswerHead>()
    const before = kept.exactly(place.parent, place.held, placed.prompt)
    const history = before === null ? index.history(id) : []
    const turn: PlacedTurn = { id, session, asked, placed, place, at: now(), before, history }
    const isCurrent = (): boolean => states.get(id) === state
    const sampled = answerTurn({ ...options, kept }, turn, {
      begin: begun.resolve,
      tell: pieces.add,
      listens: () => {
        /* Whoever asks from now on begins anew. */
        if (state.clients === 0 && isCurrent()) states.delete(id)
        return state.clients > 0
      },
    }).finally(() => {
      pieces.end()
      underWay.delete(state)
    })
    const answered = sampled.then(({ answer }) => answer)
    const state: TurnState = {
      ...{ session, answered, pieces: pieces.follow, clients: 0, line: null },
      begun: Promise.race([begun.promise, answered]),
    }
    state.begun.catch(() => {})
    states.set(id, state)
    underWay.add(state)
    sampled.then(
      ({ line }) => {
        state.line = line
        if (isCut(line) && !states.has(id)) kept.settle(line, 'cut')
      },
      () => {
        const delivery = isCurrent() ? 'failed' : 'cut'
        if (isCurrent()) states.delete(id)
        if (!states.has(id)) kept.fail(turn, delivery, isUnderWay(session))
      },
    )
    return state
  }

  function deliver(id: string, state: TurnState, delivery: Delivery): void {
    if (states.get(id) !== state) return
    /* One that is not written down is asked for again at most, and never gone on from. */
    if (state.line === null) return index.mark(id, delivery)
    kept.settle(state.line, delivery)
    journal.append({ kind: 'delivered', id, delivery }).catch(() => {})
  }
}

const promptOf = ({ system, tools }: AgentRequest): string => digestOf([system, JSON.stringify(tools)])

/** A request that follows an answer, with what the system said in the conversation before, if it says nothing of its own there. */
function withLasting(request: AgentRequest, before: string): AgentRequest {
  const { previous, system, lasting } = request
  if (previous === null || lasting !== undefined || before === '') return request
  return { ...request, lasting: before, system: [system, before].filter(text => text !== '').join('\n\n') }
}

/** The state of a turn that an earlier gateway answered. */
function restored(line: TurnLine): TurnState {
  const answered = Promise.resolve(line.answer)
  const pieces = followed<AnswerPiece>()
  pieces.end()
  return { session: line.session, begun: answered, pieces: pieces.follow, answered, clients: 0, line }
}
