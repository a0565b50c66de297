/** A session as people read it. Types only. */
import type { Vote } from '../../reward/votes.ts'
import type { AnswerChoice } from '../answers/agent-answer.ts'
import type { HistoryItem } from '../history/item.ts'
import type { Delivery } from '../history/turn.ts'

export interface ReadVerdict {
  readonly verdict: Vote
  readonly reason: string
  readonly by: 'reward model' | 'person'
}

export interface SessionTurn {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The turn that it goes on from; `null` at the beginning of a conversation. */
  readonly parent: string | null
  readonly dialect: string
  /** What was said to the model since the parent's answer. */
  readonly asked: readonly HistoryItem[]
  readonly choices: readonly AnswerChoice[]
  readonly promptTokens: number
  readonly answerTokens: number
  /** Of the weights that drew it. */
  readonly version: number
  /** Whether it may be trained on. */
  readonly train: boolean
  delivery: Delivery
  readonly verdicts: ReadVerdict[]
  /** Whether weights were trained on it. */
  trained: boolean
}

export interface AgentSession {
  readonly id: string
  /** As the agent calls it. */
  readonly name: string | null
  /** Milliseconds since 1970, of the first turn and the last. */
  readonly begunAt: number
  lastAt: number
  /** In [0, 1]; `null` if nobody says. */
  outcome: number | null
  readonly turns: SessionTurn[]
}
