/** The turns of a gateway: where a request belongs, what its model reads, and what it answers. */
import { sameData } from '../../contracts/same-data.ts'
import { derive, type Key } from '../../math/random.ts'
import { choiceItems, type AgentAnswer } from '../answers/agent-answer.ts'
import { agentDialects, type AgentDialect } from '../dialects.ts'
import { digestOf } from '../history/form.ts'
import { isAnswer, type AnswerItem, type HistoryItem } from '../history/item.ts'
import { createTurnIndex } from '../history/turn-index.ts'
import type { Delivery, PlacedRequest, TurnBeginning, TurnPlace } from '../history/turn.ts'
import type { AgentRequest } from '../requests/agent-request.ts'
import type { CompletedTurn } from '../training/binary.ts'
import type { Journal, JournalLine, TurnLine } from '../journal.ts'
import { sampledTurns, type Spoken } from './sampled-turn.ts'
import { tokensIn, turnsUpTo, type TurnTokens } from './turn-tokens.ts'

export interface TurnsOptions {
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
  /** Sessions kept at hand; of more, the one that was silent for longest is no longer gone on with. */
  readonly maxSessions: number
  /** Called once with each turn that may be trained on, when what happened next is known. */
  readonly onCompleted?: (turn: CompletedTurn) => void
}

interface AskedTurn {
  readonly dialect: AgentDialect
  readonly request: AgentRequest
  /** Digest of the body. */
  readonly body: string
  /** The session as the agent calls it. */
  readonly name: string | null
  readonly isRetry: boolean
  readonly train: boolean
  /** Aborted when the client leaves before it has the whole answer. */
  readonly left: AbortSignal
}

interface AnsweredTurn {
  readonly session: string
  readonly answer: AgentAnswer
}

interface GatewayTurns {
  /**
   * The answer to a request, the same one if it is a repeat. It is on disk before this resolves.
   *
   * @throws {RangeError} if the model cannot be told the conversation. @throws {ContextTooLong} @throws {UnknownReference}
   */
  readonly take: (asked: AskedTurn) => Promise<AnsweredTurn>
  /** The id of a session by its id, or by the name that the agent has for it; `null` if there is none. */
  readonly sessionOf: (given: string) => string | null
}

/** A turn that is asked for, by one client or by several that repeat it. */
interface TurnState {
  readonly answered: Promise<AnsweredTurn>
  clients: number
  line: TurnLine | null
}

export function createTurns({
  spoken,
  key,
  journal,
  lines,
  newId,
  now,
  maxSessions,
  onCompleted,
}: TurnsOptions): GatewayTurns {
  const index = createTurnIndex()
  const states = new Map<string, TurnState>()
  const tokens = new Map<string, TurnTokens>()
  /** The digest of the prompt that each turn was asked under. */
  const prompts = new Map<string, string>()
  const completed = new Set<string>()
  /** Their turns; the one that was silent for longest is first. */
  const sessions = new Map<string, readonly string[]>()
  /** Sessions by the names that agents have for them. */
  const named = new Map<string, string>()

  for (const line of lines) {
    if (line.kind === 'turn') {
      const { id, session, name, answer } = line
      open(id, session, line, { ...line, items: [], session: name, previous: null, isRetry: false })
      states.set(id, { answered: Promise.resolve({ session, answer }), clients: 0, line })
      keep(line)
      settle(line, 'cut')
    } else if (line.kind === 'delivered') {
      const turn = states.get(line.id)?.line ?? null
      if (turn !== null) settle(turn, line.delivery)
    }
  }

  return { take, sessionOf: given => (sessions.has(given) ? given : (named.get(given) ?? null)) }

  async function take(asked: AskedTurn): Promise<AnsweredTurn> {
    const { request, name, body, isRetry, left } = asked
    const prompt = digestOf([request.system, JSON.stringify(request.tools)])
    const { items, previous } = request
    const placed: PlacedRequest = { items, prompt, body, session: name, previous, isRetry }
    const place = index.place(placed)
    const id = place.repeats ?? newId()
    const session = place.session ?? newId()
    if (place.repeats === null) open(id, session, place, placed)
    else index.reopen(id)
    const state = states.get(id) ?? begin(id, session, asked, placed, place)
    state.clients += 1
    const leave = (): void => {
      state.clients -= 1
      if (state.clients === 0) deliver(id, state, 'cut')
    }
    if (left.aborted) leave()
    else left.addEventListener('abort', leave)
    const answered = await state.answered
    deliver(id, state, state.clients > 0 ? 'whole' : 'cut')
    return answered
  }

  function open(id: string, session: string, place: TurnBeginning, placed: PlacedRequest): void {
    index.open(id, session, place, placed)
    complete(place)
    prompts.set(id, placed.prompt)
    const own = sessions.get(session) ?? []
    sessions.delete(session)
    sessions.set(session, [...own, id])
    if (placed.session !== null) named.set(placed.session, session)
    const [silent] = sessions.keys()
    if (sessions.size > maxSessions && silent !== undefined) forget(silent)
  }

  function begin(id: string, session: string, asked: AskedTurn, placed: PlacedRequest, place: TurnPlace): TurnState {
    const sampled = sample(id, session, asked, placed, place)
    const state: TurnState = { answered: sampled.then(({ answer }) => ({ session, answer })), clients: 0, line: null }
    states.set(id, state)
    sampled.then(
      line => void (state.line = line),
      () => {
        states.delete(id)
        index.settle(id, { items: [], delivery: 'failed', references: new Map() })
      },
    )
    return state
  }

  async function sample(
    id: string,
    session: string,
    { dialect, request, train, name, body }: AskedTurn,
    { prompt }: PlacedRequest,
    { parent, held, fresh }: TurnPlace,
  ): Promise<TurnLine> {
    const last = fresh.at(-1)
    if (last === undefined || isAnswer(last))
      throw new RangeError('the conversation must end with a message of the user or what a call gave')
    const before = parent === null ? undefined : tokens.get(parent)
    const isExact = before !== undefined && prompts.get(parent ?? '') === prompt && sameData(before.items, held)
    const own = isExact
      ? spoken.speech.next(request, before.answer, fresh)
      : spoken.speech.opening(request, index.history(id))
    const read = isExact ? Int32Array.of(...tokensIn(turnsUpTo(before)), ...own) : own
    const at = now()
    const asked = { prompt: read, turn: id, callPrefix: dialect.callPrefix, key: derive(key, id) }
    const sampled = await sampledTurns(spoken, request, asked)
    const [first, ...others] = sampled.map(each => each.choice)
    if (first === undefined) throw new RangeError('the model must give at least one answer, got none')
    const line: TurnLine = {
      ...{ kind: 'turn', id, at, session, name, dialect: dialect.path, parent, held, fresh, prompt, body, train },
      ...{ after: isExact ? parent : null, promptTokens: [...own] },
      answer: {
        ...{ id, createdAt: Math.floor(at / 1000), model: request.model, choices: [first, ...others] },
        promptTokens: read.length,
        answerTokens: sampled.reduce((sum, each) => sum + each.tokens.length, 0),
      },
      sampled: sampled.map(each => ({
        ...{ tokens: [...each.tokens], logprobs: [...each.logprobs], version: each.version },
      })),
    }
    await journal.append(line)
    keep(line)
    return line
  }

  /** A line's tokens, and its answers after the first as turns of their own: each may be gone on from. */
  function keep({ id, session, name, after, promptTokens, answer, sampled, ...line }: TurnLine): void {
    const before = after === null ? null : (tokens.get(after) ?? null)
    for (const [at, { tokens: own, logprobs, version }] of sampled.entries()) {
      const turn = choiceId(id, at)
      const placed = {
        ...{ items: [], session: name, previous: null, isRetry: false },
        prompt: line.prompt,
        body: turn,
      }
      if (at > 0) open(turn, session, line, placed)
      const items = itemsOf(answer, at)
      const asked = spokenOf(line.fresh.at(-1))
      tokens.set(turn, {
        asked,
        before,
        prompt: Int32Array.from(promptTokens),
        answer: Int32Array.from(own),
        items,
        logprobs,
        version,
        train: line.train,
      })
    }
  }

  /** A turn is complete when the next request of its session arrives. One that the client holds a part of is not trained on. */
  function complete({ parent, held, fresh }: TurnBeginning): void {
    const turn = parent === null ? undefined : tokens.get(parent)
    if (onCompleted === undefined || parent === null || turn === undefined || completed.has(parent)) return
    completed.add(parent)
    if (!turn.train || !sameData(turn.items, held)) return
    const { answer, logprobs, version } = turn
    const turns = turnsUpTo(turn)
    const prompt = tokensIn(turns).slice(0, -answer.length)
    const steps = turns.map((each, at) => ({
      action: spoken.tokenizer.decode(each.answer),
      observation: turns[at + 1]?.asked ?? spokenOf(fresh.at(-1)),
    }))
    const opening = turns[0]?.asked ?? ''
    onCompleted({ id: parent, prompt, answer: [...answer], logprobs, version, opening, steps })
  }

  function deliver(id: string, { line }: TurnState, delivery: Delivery): void {
    if (line === null) {
      index.settle(id, { items: [], delivery, references: new Map() })
      return
    }
    settle(line, delivery)
    /* One that is not written down is asked for again at most. */
    journal.append({ kind: 'delivered', id, delivery }).catch(() => {})
  }

  function settle({ id, dialect: path, answer }: TurnLine, delivery: Delivery): void {
    const dialect = agentDialects.find(each => each.path === path)
    for (const at of answer.choices.keys()) {
      const references = at === 0 && dialect !== undefined ? dialect.references(answer) : new Map()
      index.settle(choiceId(id, at), { items: itemsOf(answer, at), delivery, references })
    }
  }

  function forget(session: string): void {
    index.forget(session)
    for (const id of sessions.get(session) ?? [])
      for (const known of [states, tokens, prompts, completed]) known.delete(id)
    sessions.delete(session)
    for (const [name, id] of named) if (id === session) named.delete(name)
  }
}

const spokenOf = (item: HistoryItem | undefined): string => (item !== undefined && 'text' in item ? item.text : '')

const choiceId = (turn: string, at: number): string => (at === 0 ? turn : `${turn}_${at}`)

const itemsOf = ({ choices }: AgentAnswer, at: number): readonly AnswerItem[] => {
  const choice = choices[at]
  return choice === undefined ? [] : choiceItems(choice)
}
