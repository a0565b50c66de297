/** The tokens of turns, each on top of those of the turn before. Pure. */
import { concatenated } from '../../model/tensors/side-by-side.ts'
import type { AnswerItem } from './item.ts'

export interface TurnTokens {
  readonly before: TurnTokens | null
  /** Read after those before. */
  readonly prompt: Int32Array
  /** As sampled. */
  readonly answer: Int32Array
  /** What the answer was sent as. */
  readonly items: readonly AnswerItem[]
}

/** The turns up to one of them, from the first on, each with its tokens on top of those before. */
export function turnsUpTo<Turn extends { readonly before: Turn | null }>(turn: Turn): readonly Turn[] {
  const turns: Turn[] = []
  for (let at: Turn | null = turn; at !== null; at = at.before) turns.push(at)
  return turns.toReversed()
}

/** All that was read and written in them. */
export const tokensIn = (
  turns: readonly { readonly prompt: ArrayLike<number>; readonly answer: ArrayLike<number> }[],
): Int32Array =>
  concatenated(
    Int32Array,
    turns.flatMap(({ prompt, answer }) => [prompt, answer]),
  )
