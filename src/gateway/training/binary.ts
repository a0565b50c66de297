/**
 * Training on what happens next: the reward of a turn is the majority of verdicts on it, and the advantage of all its tokens.
 * Source: OpenClaw-RL (arXiv 2603.10165), binary reward. Departures: a verdict is 1 or −1, and 0 if it is malformed; one ε bounds the
 * ratio on both sides. Pure.
 */
import type { Example } from '../../contracts/models/device.ts'
import { majority } from '../../reward/verdicts/quality.ts'
import type { Vote } from '../../reward/votes.ts'

/** A turn that was gone on from: what happened next is known. */
export interface CompletedTurn {
  readonly id: string
  /** [P] ids that were read. */
  readonly prompt: readonly number[]
  /** [n] ids as sampled. */
  readonly answer: readonly number[]
  /** [n] nats. */
  readonly logprobs: readonly number[]
  /** Of the weights that drew it. */
  readonly version: number
  /** What the conversation began with. */
  readonly opening: string
  /** What the model said since, and what the user or a tool said then; the last is the turn itself, with its next state. */
  readonly steps: readonly { readonly action: string; readonly observation: string }[]
}

/** 0 for a tie, and for none. */
export const majorityVerdict = (verdicts: readonly Vote[]): Vote => (verdicts.length === 0 ? 0 : majority(verdicts))

export function binaryExample({ prompt, answer, logprobs }: CompletedTurn, reward: Vote): Example {
  const start = prompt.length
  const span = { start, end: start + answer.length, advantage: reward, oldLogprobs: Float32Array.from(logprobs) }
  return { sequence: { tokens: Int32Array.of(...prompt, ...answer) }, spans: [{ ...span, weight: 1 }] }
}
