/** How a model is spoken to by agents: from a conversation to tokens, and from sampled tokens to what is answered. Types only. */
import type { HistoryItem } from '../history/item.ts'
import type { AgentRequest } from '../requests/agent-request.ts'

/** What the prompt says besides the conversation. */
export type SpokenPrompt = Pick<AgentRequest, 'system' | 'tools'>

/** A call as a model wrote it. */
export interface WrittenCall {
  readonly name: string
  /** JSON of an object. */
  readonly arguments: string
}

export interface WrittenAnswer {
  /** Without calls, and without what was only thought. */
  readonly text: string
  readonly calls: readonly WrittenCall[]
}

export interface AgentSpeech {
  /** Tokens each of which ends an answer. */
  readonly stop: readonly number[]
  /** From the start of a conversation to the head of its next answer. @throws {RangeError} if the model cannot be told it. */
  readonly opening: (prompt: SpokenPrompt, items: readonly HistoryItem[]) => Int32Array
  /**
   * From the end of an answer to the head of the next one.
   *
   * @param answer tokens as sampled; one that was cut off is ended here.
   * @throws {RangeError} if the model cannot be told it.
   */
  readonly next: (prompt: SpokenPrompt, answer: Int32Array, fresh: readonly HistoryItem[]) => Int32Array
  /** All that was written, without what ends it. */
  readonly written: (answer: Int32Array) => string
  readonly read: (written: string, prompt: SpokenPrompt) => WrittenAnswer
  /** Where the first call ends, at which an answer ends that may have one alone; `null` if none is complete. */
  readonly callEnd: (begun: string, prompt: SpokenPrompt) => number | null
  /** The beginning of an answer's text that nothing written further changes. */
  readonly settled: (begun: string, prompt: SpokenPrompt) => string
}
