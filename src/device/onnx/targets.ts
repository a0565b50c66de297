/** Which log-probabilities a rectangle of sequences is asked for, as gather indices. */
import type { Sequence } from '../device.ts'
import { parentsOf } from '../tree.ts'

export interface Targets {
  /** [U] the positions, b · T + t, from which something is predicted; none twice; one more if
   * there is only one. */
  readonly rows: Int32Array
  /** [K, 2] (index into rows, token id). */
  readonly pairs: BigInt64Array
  /** The place in `pairs` of each asked-for token of each sequence. */
  readonly places: readonly ReadonlyMap<number, number>[]
}

/** Fewest rows of any product: for one row ONNX Runtime takes another kernel, which adds in another order. */
export const fewestRows = 2

/**
 * @param wanted for each sequence the tokens whose log-probability is wanted; each has a parent.
 * @param length T.
 */
export function targetsOf(
  sequences: readonly Sequence[],
  wanted: readonly Iterable<number>[],
  length: number,
): Targets {
  const rows = new Map<number, number>()
  const pairs: bigint[] = []
  const places = sequences.map((sequence, index) => {
    const parents = parentsOf(sequence)
    const place = new Map<number, number>()
    for (const token of wanted[index]!) {
      if (place.has(token)) continue
      const row = index * length + parents[token]!
      if (!rows.has(row)) rows.set(row, rows.size)
      place.set(token, pairs.length / 2)
      pairs.push(BigInt(rows.get(row)!), BigInt(sequence.tokens[token]!))
    }
    return place
  })
  for (let row = 0; rows.size > 0 && rows.size < fewestRows; row += 1) if (!rows.has(row)) rows.set(row, rows.size)
  return { rows: Int32Array.from(rows.keys()), pairs: BigInt64Array.from(pairs), places }
}
