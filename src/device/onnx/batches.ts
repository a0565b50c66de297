/** Which conversations are sampled together, and which rows are read together. */
import type { ModelConfig } from '../../model/config.ts'
import { entryFloats } from './attend.ts'
import { entriesInAll, reading, type Conversation } from './conversation.ts'
import type { Turn } from './turns.ts'

/** Most floats of a workspace, 256 MB. */
const mostFloats = 2 ** 26

/** Most new tokens of one pass, padding included: what lies between two operators then stays in the processor's cache. */
const tokenBudget = 1024

/** Fewest entries of a row: shorter ones are run together. */
const leastEntries = 64

/**
 * Conversations that will be of like length, so that one long one does not make all rows long; in each batch those with
 * the fewest tokens to read first.
 */
export function batches(
  config: ModelConfig,
  conversations: readonly Conversation[],
): readonly (readonly Conversation[])[] {
  const classes = new Map<number, Conversation[]>()
  for (const conversation of conversations) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(leastEntries, entriesInAll(conversation))))
    const members = classes.get(size)
    if (members === undefined) classes.set(size, [conversation])
    else members.push(conversation)
  }
  return [...classes].flatMap(([size, members]) => {
    const sorted = members
      .map(conversation => ({ conversation, length: reading(conversation).tokens.length }))
      .sort((a, b) => a.length - b.length)
      .map(({ conversation }) => conversation)
    const most = Math.max(1, Math.floor(mostFloats / (size * entryFloats(config))))
    return Array.from({ length: Math.ceil(sorted.length / most) }, (_, part) =>
      sorted.slice(part * most, (part + 1) * most),
    )
  })
}

/** Rows [from, from + turns.length) that are read in one pass. */
export interface Range {
  readonly from: number
  readonly turns: readonly Turn[]
}

/** @param turns by their rows; those next to each other and of like length go together. */
export function ranges(turns: ReadonlyMap<number, Turn>): readonly Range[] {
  const found: { from: number; turns: Turn[]; least: number; most: number }[] = []
  for (const [row, turn] of turns) {
    const { length } = turn.tokens
    const last = found.at(-1)
    if (last !== undefined && row === last.from + last.turns.length) {
      const least = Math.min(last.least, length)
      const most = Math.max(last.most, length)
      if ((last.turns.length + 1) * most <= tokenBudget && (most <= 16 || most <= 2 * least)) {
        last.turns.push(turn)
        last.least = least
        last.most = most
        continue
      }
    }
    found.push({ from: row, turns: [turn], least: length, most: length })
  }
  return found
}
