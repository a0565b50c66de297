/** Prompts of a generative reward model, and the parsing of its samples. */
import type { Sample } from '../contracts/device.ts'
import type { TestedStep, VotedStep } from '../contracts/episode.ts'
import type { Tokenizer } from '../model/tokenizer/tokenizer.ts'

/** A step as the judge sees it. */
export interface ToldStep {
  /** The opening observation; empty but for the first step. */
  readonly opening: string
  readonly action: string
  readonly observation: string
}

export interface JudgeProtocol {
  /** Tokens that are read of a step, after those of the steps before it. */
  readonly read: (step: ToldStep) => Int32Array
  /** Tokens before each sample. */
  readonly promptSuffix: Int32Array
  /** What the samples of a step say. @param context what was read of it. */
  readonly judge: (context: Int32Array, samples: readonly Sample[]) => VotedStep | TestedStep
}

export type JudgeProtocolFactory = (tokenizer: Tokenizer) => JudgeProtocol
