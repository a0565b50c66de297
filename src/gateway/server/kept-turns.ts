/** What is kept at hand of the turns of all sessions: where they are, and their tokens. */
import { sameData } from '../../contracts/same-data.ts'
import { choiceItems, type AgentAnswer } from '../answers/agent-answer.ts'
import { agentDialects } from '../dialects.ts'
import type { AnswerItem } from '../history/item.ts'
import { createTurnIndex, type TurnIndex } from '../history/turn-index.ts'
import type { Delivery, PlacedRequest, TurnBeginning } from '../history/turn.ts'
import type { TurnLine } from '../journal.ts'
import type { TurnTokens } from '../history/turn-tokens.ts'
import { choiceId } from '../history/choice-id.ts'

export interface KeptTurnsOptions {
  /** Sessions kept at hand once something of them is written down; of more, the one that was silent for longest is no longer gone on with. */
  readonly maxSessions: number
}

export interface KeptTurns {
  readonly index: TurnIndex
  /** A new turn of a session. */
  readonly open: (id: string, session: string, place: TurnBeginning, placed: PlacedRequest) => void
  /** What was sampled for it, in place of what was sampled for it before; nothing, if its session was forgotten meanwhile. */
  readonly keep: (line: TurnLine) => void
  /** How it came out; again, if it was repeated. */
  readonly settle: (line: TurnLine, delivery: Delivery) => void
  /** Nothing new is there of it. A session of which nothing is written down or under way goes, and takes no other's place. */
  readonly fail: (turn: Pick<TurnLine, 'id' | 'session'>, delivery: Delivery, isUnderWay: boolean) => void
  /** The tokens of a turn, if an answer to them that the client holds like this, under the same prompt, goes on from them. */
  readonly exactly: (parent: string | null, held: readonly AnswerItem[], prompt: string) => TurnTokens | null
  /** The id of a session by its id, or by the name that the agent has for it; `null` if there is none. */
  readonly sessionOf: (given: string) => string | null
  readonly forget: (session: string) => void
}

/** @param forgotten called with each turn that is no longer kept. */
export function createKeptTurns({ maxSessions }: KeptTurnsOptions, forgotten: (turn: string) => void): KeptTurns {
  const index = createTurnIndex()
  const tokens = new Map<string, TurnTokens>()
  /** The digest of the prompt that each turn was asked under. */
  const prompts = new Map<string, string>()
  /** Their turns; the one that was silent for longest is first. */
  const sessions = new Map<string, readonly string[]>()
  /** Those of which a turn is on disk. */
  const written = new Set<string>()
  /** Sessions by the names that agents have for them. */
  const named = new Map<string, string>()

  function open(id: string, session: string, place: TurnBeginning, placed: PlacedRequest): void {
    index.open(id, session, place, placed)
    prompts.set(id, placed.prompt)
    const own = sessions.get(session) ?? []
    sessions.delete(session)
    sessions.set(session, [...own, id])
    if (placed.session !== null) named.set(placed.session, session)
  }

  function forget(session: string): void {
    index.forget(session)
    for (const id of sessions.get(session) ?? []) {
      for (const known of [tokens, prompts]) known.delete(id)
      forgotten(id)
    }
    for (const known of [sessions, written]) known.delete(session)
    for (const [name, id] of named) if (id === session) named.delete(name)
  }

  return {
    ...{ index, open, forget },
    keep: line => {
      const { id, session, name, prompt, lasting, sampled } = line
      if (!sessions.has(session)) return
      written.add(session)
      /* Answers after the first are turns of their own: each may be gone on from. */
      for (const at of sampled.keys()) {
        const turn = choiceId(id, at)
        const placed = { items: [], session: name, previous: null, isRetry: false, prompt, lasting, body: turn }
        if (at > 0 && !tokens.has(turn)) open(turn, session, line, placed)
        if (line.withheld !== true)
          tokens.set(turn, tokensOf(line, at, line.after === null ? null : (tokens.get(line.after) ?? null)))
      }
      for (const silent of sessions.keys()) {
        if (sessions.size <= maxSessions) break
        forget(silent)
      }
    },
    settle: ({ id, session, dialect: path, answer }, delivery) => {
      if (!sessions.has(session)) return
      const dialect = agentDialects.find(each => each.path === path)
      for (const at of answer.choices.keys()) {
        const references = at === 0 && dialect !== undefined ? dialect.references(answer) : new Map()
        index.settle(choiceId(id, at), { items: itemsOf(answer, at), delivery, references })
      }
    },
    fail: ({ id, session }, delivery, isUnderWay) => {
      if (!sessions.has(session)) return
      if (isUnderWay || written.has(session)) index.mark(id, delivery)
      else forget(session)
    },
    exactly: (parent, held, prompt) => {
      const turn = parent === null ? undefined : tokens.get(parent)
      const isExact = turn !== undefined && prompts.get(parent ?? '') === prompt && sameData(turn.items, held)
      return isExact ? turn : null
    },
    sessionOf: given => (sessions.has(given) ? given : (named.get(given) ?? null)),
  }
}

const tokensOf = (line: TurnLine, at: number, before: TurnTokens | null): TurnTokens => ({
  ...{ before, prompt: Int32Array.from(line.promptTokens), items: itemsOf(line.answer, at) },
  answer: Int32Array.from(line.sampled[at]?.tokens ?? []),
})

const itemsOf = ({ choices }: AgentAnswer, at: number): readonly AnswerItem[] => {
  const choice = choices[at]
  return choice === undefined ? [] : choiceItems(choice)
}
