/** Verdicts on a turn, of the reward model and of a person, as they are kept. Types only. */
import type { Vote } from '../../reward/votes.ts'

/** A verdict or a hint as it was sampled. */
export interface GivenVerdict {
  readonly verdict: Vote
  /** What was written before the verdict: the hint, where one was asked for. */
  readonly reason: string
  readonly tokens: readonly number[]
  /** Nats, one a token. */
  readonly logprobs: readonly number[]
  /** Of the reward model's weights. */
  readonly version: number
}

/** What a person says of a turn. */
export interface HumanVerdict {
  readonly verdict: Vote
  readonly reason: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What the reward model says of a turn. */
export interface TurnFeedback {
  readonly verdicts: readonly GivenVerdict[]
  readonly hints: readonly GivenVerdict[]
  /** Why there is nothing. */
  readonly fault: string | null
}
