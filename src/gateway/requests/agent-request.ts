/** What an agent asks for, in whatever dialect. Types only. */
import type { JsonSchema } from '../../contracts/models/json-schema.ts'
import type { SentItem } from '../history/item.ts'

export interface OfferedTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonSchema
}

/** `required`: any of them must be called. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string }

/** `null`: not set, so the server's own. */
interface WantedSampling {
  readonly maxTokens: number | null
  readonly temperature: number | null
  readonly topP: number | null
  readonly seed: number | null
  /** Texts each of which ends the answer and is no part of it. */
  readonly stop: readonly string[]
  /** Answers, at least 1. */
  readonly count: number
  /** How many alternatives of each token are to be reported besides it; `null`: no log-probabilities at all. */
  readonly logprobs: number | null
}

export interface AgentRequest {
  readonly model: string
  /** Texts of the system that begin the conversation, joined by blank lines. */
  readonly system: string
  /** Of those, what requests that follow an answer need not say again; absent if there is nothing. */
  readonly lasting?: string
  readonly tools: readonly OfferedTool[]
  readonly toolChoice: ToolChoice
  /** Whether one answer may have several calls. */
  readonly parallelCalls: boolean
  readonly items: readonly SentItem[]
  /** Id of the answer that `items` follow; `null` if they are all. */
  readonly previous: string | null
  readonly sampling: WantedSampling
  /** JSON Schema that the answer's text must satisfy. */
  readonly schema: JsonSchema | null
  readonly stream: boolean
  /** Whether a stream is to tell the tokens used; a body always does. */
  readonly streamsUsage: boolean
}
