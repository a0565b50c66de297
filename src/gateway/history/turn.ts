/** A turn is a request and its answer; those of a session are a tree. Types only. */
import type { AnswerItem, HistoryItem, SentItem } from './item.ts'

/** A request, as far as it says where it belongs. */
export interface PlacedRequest {
  readonly items: readonly SentItem[]
  /** Digest of the system's texts and the tools, which agents change under the same conversation. */
  readonly prompt: string
  /** What the system said in the conversation; left out, as in the turn that it goes on from. */
  readonly lasting?: string | undefined
  /** Digest of the body: programs that repeat a request send the same one. */
  readonly body: string
  /** The session that the agent names. */
  readonly session: string | null
  /** Id of the answer that it follows. */
  readonly previous: string | null
  /** Whether the client says that it has asked before. */
  readonly isRetry: boolean
}

export interface TurnPlace {
  /** The turn that this is a repeat of, with its place. */
  readonly repeats: string | null
  /** `null`: one that is not known yet. */
  readonly session: string | null
  /** The turn that it goes on from; `null` at the beginning of a conversation. */
  readonly parent: string | null
  /** The parent's answer as the client holds it: the beginning, where it was cut. */
  readonly held: readonly AnswerItem[]
  /** Items that follow the parent's answer, references resolved. */
  readonly fresh: readonly HistoryItem[]
  /** What the system has said in the conversation before; '' for nothing. */
  readonly lasting: string
  /** Whether it leaves the line that the session was on: what follows the parent was written otherwise, or anew. */
  readonly branches: boolean
}

/** `cut`: the client left, or was cut off, before the end, and may hold the beginning. `failed`: it was told an error. */
export type Delivery = 'whole' | 'cut' | 'failed'

/** What a turn of its own begins with. */
export type TurnBeginning = Pick<TurnPlace, 'parent' | 'held' | 'fresh'>

export interface TurnAnswer {
  readonly items: readonly AnswerItem[]
  readonly delivery: Delivery
  /** Ids by which the client may refer to the answer or to items of it, each with what it stands for. */
  readonly references: ReadonlyMap<string, readonly AnswerItem[]>
}

export interface KnownTurn {
  readonly id: string
  readonly session: string
  readonly request: Pick<PlacedRequest, 'session' | 'prompt' | 'lasting' | 'body'>
  readonly parent: KnownTurn | null
  readonly held: readonly AnswerItem[]
  readonly fresh: readonly HistoryItem[]
  /** Form of the history before its answer. */
  readonly asked: string
  /** Form of the history with its answer, once there is one. */
  answered: string | null
  answer: readonly AnswerItem[]
  references: TurnAnswer['references']
  /** `waiting` for its answer, or for more of it. */
  delivery: Delivery | 'waiting'
  isContinued: boolean
}

/** What the system has said in a conversation. */
export function lastingIn(turn: KnownTurn | null): string {
  for (let at = turn; at !== null; at = at.parent) if (at.request.lasting !== undefined) return at.request.lasting
  return ''
}

/** All that was said before the turn's answer. */
export function historyBefore(turn: KnownTurn): readonly HistoryItem[] {
  const parts: (readonly HistoryItem[])[] = []
  for (let at: KnownTurn | null = turn; at !== null; at = at.parent) parts.push(at.fresh, at.held)
  return parts.toReversed().flat()
}
