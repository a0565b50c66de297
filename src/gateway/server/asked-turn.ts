import type { AgentDialect } from '../dialects.ts'
import type { AgentRequest } from '../requests/agent-request.ts'

/** A request for a turn, as it arrives. */
export interface AskedTurn {
  readonly dialect: AgentDialect
  readonly request: AgentRequest
  /** Digest of the body. */
  readonly body: string
  /** The session as the agent calls it. */
  readonly name: string | null
  /** The task that it works at, as the agent calls it. */
  readonly task: string | null
  readonly isRetry: boolean
  readonly train: boolean
  /** Aborted when the client leaves before it has the whole answer. */
  readonly left: AbortSignal
}
