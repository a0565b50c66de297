/**
 * Documents of the Agent Trajectory Interchange Format, which tools for debugging and fine-tuning of agents read. Types only.
 * Source: ATIF 1.7, https://github.com/laude-institute/harbor/blob/main/docs/rfcs/0001-trajectory-format.md
 */

export interface TrajectoryAgent {
  readonly name: string
  readonly version: string
  readonly model_name: string
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface TrajectoryStep {
  /** From 1. */
  readonly step_id: number
  /** ISO 8601. */
  readonly timestamp?: string
  readonly source: 'user' | 'agent'
  readonly message: string
  readonly tool_calls?: readonly {
    readonly tool_call_id: string
    readonly function_name: string
    readonly arguments: unknown
  }[]
  readonly observation?: { readonly results: readonly { readonly source_call_id?: string; readonly content: string }[] }
  readonly metrics?: {
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly completion_token_ids: readonly number[]
    readonly logprobs: readonly number[]
  }
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface Trajectory {
  readonly schema_version: 'ATIF-v1.7'
  readonly session_id: string
  readonly trajectory_id: string
  readonly agent: TrajectoryAgent
  readonly steps: readonly TrajectoryStep[]
  readonly final_metrics: { readonly total_steps: number; readonly extra: Readonly<Record<string, unknown>> }
  readonly extra: Readonly<Record<string, unknown>>
}
