/**
 * From a world's texts to the tokens that a model reads, and back from those that it writes. One for each kind of model: the
 * actors that play, observe and propose know no other. Types only.
 */
import type { RendererForm } from '../../contracts/models/chat-template.ts'
import type { ObserverProtocol } from '../../contracts/messages/run.ts'

export interface Renderer {
  readonly form: RendererForm
  /** Tokens each of which ends the model's text. */
  readonly stop: readonly number[]
  /**
   * A player's input before its next action; its sampled text follows.
   *
   * @param before tokens of its last action; `null` if this is its first.
   */
  readonly turn: (observation: string, before: Int32Array | null) => Int32Array
  /** The action in a player's text. */
  readonly action: (tokens: Int32Array) => string
  /** A player's text with this action and nothing else, its end included. */
  readonly answer: (action: string) => Int32Array
  /** The written text, without its end token and its thinking. */
  readonly text: (tokens: Int32Array) => string
  /** The tokens of a written text that is changed in one place; those around it stay as they were. */
  readonly rewritten: (tokens: Int32Array, change: (text: string) => string) => Int32Array
  /** How an episode is read by a model that writes about it. @throws {RangeError} if the model cannot follow this protocol. */
  readonly reading: (protocol: ObserverProtocol) => EpisodeReading
  /** A self-contained question in prose. @throws {RangeError} if the model reads no prose. */
  readonly question: (instructions: string, message: string) => Int32Array
}

/** A step as an observer sees it. */
export interface ObservedStep {
  /** From 0. */
  readonly step: number
  /** The opening observation; empty except for the first step and one that is read alone. */
  readonly opening: string
  /** Of a step that is read alone: the observation before it, empty for the first. Left out: the steps before it have been read. */
  readonly before?: string
  readonly action: string
  readonly observation: string
}

export interface EpisodeReading {
  /** Tokens that are read of a step, after those of the steps before it unless it is read alone. */
  readonly read: (step: ObservedStep) => Int32Array
  /** Tokens before each sample. */
  readonly promptSuffix: Int32Array
  /** A vote or a test in a written text, still to be parsed. */
  readonly text: (tokens: Int32Array) => string
  /** A text with this vote or test and nothing else, its end included. */
  readonly answer: (text: string) => Int32Array
}
