/** The tokens of turns, each on top of those of the turn before. Pure. */
import type { AnswerItem } from '../history/item.ts'

export interface TurnTokens {
  readonly before: TurnTokens | null
  /** Read after those before. */
  readonly prompt: Int32Array
  /** As sampled. */
  readonly answer: Int32Array
  /** What the answer was sent as. */
  readonly items: readonly AnswerItem[]
}

/** All that was read and written up to the end of a turn's answer. */
export function tokensUpTo(turn: TurnTokens): readonly number[] {
  const parts: Int32Array[] = []
  for (let at: TurnTokens | null = turn; at !== null; at = at.before) parts.push(at.answer, at.prompt)
  return parts.toReversed().flatMap(part => [...part])
}
