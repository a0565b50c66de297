/** The tokens of turns, each on top of those of the turn before. Pure. */
import type { AnswerItem } from '../history/item.ts'

export interface TurnTokens {
  readonly before: TurnTokens | null
  /** What was last said to the model, in words. */
  readonly asked: string
  /** Read after those before. */
  readonly prompt: Int32Array
  /** As sampled. */
  readonly answer: Int32Array
  /** What the answer was sent as. */
  readonly items: readonly AnswerItem[]
  /** Nats, one a token of the answer. */
  readonly logprobs: readonly number[]
  /** Of the weights that drew it. */
  readonly version: number
  /** Whether it may be trained on. */
  readonly train: boolean
}

/** The turns up to one of them, from the first on. */
export function turnsUpTo(turn: TurnTokens): readonly TurnTokens[] {
  const turns: TurnTokens[] = []
  for (let at: TurnTokens | null = turn; at !== null; at = at.before) turns.push(at)
  return turns.toReversed()
}

/** All that was read and written in them. */
export const tokensIn = (turns: readonly TurnTokens[]): readonly number[] =>
  turns.flatMap(({ prompt, answer }) => [...prompt, ...answer])
