/** The sessions of gateways as the page shows them. Types only: the server and its page share them. */
import type { AgentSession } from '../../gateway/sessions/session.ts'

export interface SessionSummary extends Pick<AgentSession, 'id' | 'name' | 'lastAt' | 'outcome'> {
  /** Name of the folder. */
  readonly gateway: string
  readonly turns: number
  /** Sampled. */
  readonly tokens: number
  /** Verdicts for its turns and against them. */
  readonly better: number
  readonly worse: number
}

export interface SessionList {
  /** The latest first. */
  readonly sessions: readonly SessionSummary[]
  /** Of all gateways, shown or not. */
  readonly count: number
  /** Why gateways cannot be read, in sentences. */
  readonly notes: readonly string[]
}

export interface SessionDetail {
  readonly session: AgentSession
  readonly gateway: string
  /** Whether a gateway is there that can be told something. */
  readonly isRunning: boolean
}

/** What a person says of a session or of a turn. */
export type PersonsWord =
  | { readonly session: string; readonly outcome: number }
  | { readonly session: string; readonly turn: string; readonly verdict: -1 | 1; readonly reason: string }
