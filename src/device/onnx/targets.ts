/** Which log-probabilities a rectangle of sequences is asked for, as gather indices. */
import type { Sequence } from '../device.ts'
import { parentsOf } from '../tree.ts'

export interface Targets {
  /** [U] the tokens, b · T + t, from which something is predicted; none twice; one more if there is only one. */
  readonly rows: Int32Array
  /** [B · T] each token's place in `rows`, or U. */
  readonly back: Int32Array
  /** [K] u · V + id of each asked-for token: a place in the logits [U, V]. */
  readonly choices: BigInt64Array
  /** [K] u */
  readonly rowOf: Int32Array
  /** For each sequence [L] the index of each token among the asked-for, −1 if it is not. */
  readonly places: readonly Int32Array[]
}

/** Fewest rows of any product: for one row ONNX Runtime takes another kernel, which adds in another order. */
export const fewestRows = 2

export interface TargetsOptions {
  /** T */
  readonly length: number
  /** V */
  readonly vocabulary: number
}

/** @param wanted for each sequence the tokens whose log-probability is wanted; each has a parent. */
export function targetsOf(
  sequences: readonly Sequence[],
  wanted: readonly Iterable<number>[],
  { length, vocabulary }: TargetsOptions,
): Targets {
  const rows: number[] = []
  const choices: bigint[] = []
  const rowOf: number[] = []
  const back = new Int32Array(sequences.length * length).fill(-1)
  const picked = (row: number): number => {
    if (back[row]! < 0) back[row] = rows.push(row) - 1
    return back[row]!
  }
  const places = sequences.map((sequence, index) => {
    const parents = parentsOf(sequence)
    const place = new Int32Array(sequence.tokens.length).fill(-1)
    for (const token of wanted[index]!) {
      if (place[token]! >= 0) continue
      const row = picked(index * length + parents[token]!)
      place[token] = rowOf.push(row) - 1
      choices.push(BigInt(row * vocabulary + sequence.tokens[token]!))
    }
    return place
  })
  for (let row = 0; rows.length > 0 && rows.length < fewestRows; row += 1) picked(row)
  return {
    rows: Int32Array.from(rows),
    back: back.map(place => (place < 0 ? rows.length : place)),
    choices: BigInt64Array.from(choices),
    rowOf: Int32Array.from(rowOf),
    places,
  }
}
