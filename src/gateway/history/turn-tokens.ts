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

interface ReadTurn<Before> {
  readonly before: Before | null
  readonly prompt: ArrayLike<number>
}

/** [P] all ids that are read before the answer of a turn: those of the turns before it, and its own. */
export const promptOf = <Turn extends ReadTurn<Turn> & { readonly answer: ArrayLike<number> }>({
  before,
  prompt,
}: ReadTurn<Turn>): Int32Array =>
  concatenated(Int32Array, [
    ...(before === null ? [] : turnsUpTo(before)).flatMap(turn => [turn.prompt, turn.answer]),
    prompt,
  ])
