import { zip } from '../math/zip.ts'

export interface PairedOutcomes {
  /** [n] of 0 and 1, over the tasks that both played. */
  readonly first: readonly number[]
  readonly second: readonly number[]
}

/**
 * Outcomes of two policies on the same tasks, as values that `pairedDifference` compares: the mean is the difference of success,
 * (b − c) / n with b tasks that only the first won and c that only the second won; the spread is that of the pairs, as in McNemar's test.
 * Source: McNemar, Note on the sampling error of the difference between correlated proportions, Psychometrika 12 (1947).
 *
 * @param first a character a task, 1 won, 0 lost, - could not be played; `second` of the same tasks in their order. A task that
 *   either could not play is left out.
 * @throws {RangeError} if the lengths differ, or a mark is none of these.
 */
export function pairedOutcomes(first: string, second: string): PairedOutcomes {
  const pairs = zip(Array.from(first, valueOf), Array.from(second, valueOf)).flatMap(([a, b]) =>
    a === null || b === null ? [] : [{ a, b }],
  )
  return { first: pairs.map(({ a }) => a), second: pairs.map(({ b }) => b) }
}

function valueOf(mark: string): number | null {
  if (mark === '-') return null
  if (mark === '0' || mark === '1') return Number(mark)
  throw new RangeError(`an outcome must be 1, 0 or -, got ${mark}`)
}
