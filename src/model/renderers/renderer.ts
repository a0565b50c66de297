/**
 * From what a world says to the tokens that a model reads, and back from those that it writes. One for each kind of model: the
 * actors that play, judge and propose know no other. Types only.
 */
import type { ObserverProtocol } from '../../contracts/messages/run.ts'

/** `words`: a vocabulary of a world's own, and marks for what is wanted. `chat`: prose, in the messages of a chat template. */
export type RendererForm = 'words' | 'chat'

export interface Renderer {
  readonly form: RendererForm
  /** Tokens each of which ends what the model writes. */
  readonly stop: readonly number[]
  /**
   * What a player reads before its next action; after it stands what it wrote, as it was sampled.
   *
   * @param before tokens of its last action; `null` if this is its first.
   */
  readonly turn: (observation: string, before: Int32Array | null) => Int32Array
  /** The action in what a player wrote. */
  readonly action: (tokens: Int32Array) => string
  /** What was written, without what ends it and without what was only thought. */
  readonly text: (tokens: Int32Array) => string
  /** How an episode is read by a model that writes about it. @throws {RangeError} if the model cannot follow this protocol. */
  readonly reading: (protocol: ObserverProtocol) => EpisodeReading
  /** A question in prose that stands alone. @throws {RangeError} if the model reads no prose. */
  readonly question: (instructions: string, message: string) => Int32Array
}

/** A step as an observer sees it. */
export interface ToldStep {
  /** From 0. */
  readonly step: number
  /** The opening observation; empty but for the first step and one that is read alone. */
  readonly opening: string
  /** Of a step that is read alone: the observation before it, empty for the first. Left out: the steps before it have been read. */
  readonly before?: string
  readonly action: string
  readonly observation: string
}

export interface EpisodeReading {
  /** Tokens that are read of a step, after those of the steps before it unless it is read alone. */
  readonly read: (step: ToldStep) => Int32Array
  /** Tokens before each sample. */
  readonly promptSuffix: Int32Array
  /** A vote or a test in what was written, still to be parsed. */
  readonly text: (tokens: Int32Array) => string
}
