import { map } from 'rxjs'
import type { Actor, Addressed } from 'rlanything/runtime'

export interface Text extends Addressed {
  readonly kind: 'text'
  readonly id: string
  readonly text: string
}

export interface Counted extends Addressed {
  readonly kind: 'counted'
  /** That of the text. */
  readonly id: string
  /** Words in this text. */
  readonly words: number
  /** Words in all texts so far. */
  readonly total: number
}

export interface WordCountOptions {
  /** Shortest word that counts, in characters, at least 1. */
  readonly shortest?: number
}

/** Counts words. @throws {RangeError} if `shortest` is not a positive integer. */
export default function wordCount({ shortest = 1 }: WordCountOptions): Actor<Text, Counted> {
  if (!Number.isInteger(shortest) || shortest < 1) {
    throw new RangeError(`shortest must be a positive integer, got ${shortest}`)
  }
  return (inbox, { name, tally }) => {
    let total = 0
    return inbox.pipe(
      map(({ from, id, text }) => {
        const words = text.split(/\s+/).filter(word => word.length >= shortest).length
        total += words
        tally('words', words)
        return { kind: 'counted', from: name, to: from, id, words, total }
      }),
    )
  }
}
