/** Gather indices of the wanted log-probabilities of a rectangle of sequences. */
import type { Sequence } from '../../../contracts/models/device.ts'
import { parentsOf } from '../../semantics/tree.ts'
import { nth } from '../../../math/nth.ts'

export interface Targets {
  /** [U] the tokens, b · T + t, from which something is predicted, Q of each sequence, filled up with first tokens. */
  readonly rows: Int32Array
  /** Q, at least 2. */
  readonly each: number
  /** [B · T] each token's place in `rows`, or U; what only fills up has none. */
  readonly back: Int32Array
  /** [K] u · V + id of each target: a place in the logits [U, V]. */
  readonly choices: BigInt64Array
  /** [K] u */
  readonly rowOf: Int32Array
  /** For each sequence [L] the index of each token among the targets, −1 if it is none. */
  readonly places: readonly Int32Array[]
}

/** Fewest rows of any product: for one row ONNX Runtime takes another kernel, which adds in another order. */
const fewestRows = 2

interface TargetsOptions {
  /** T */
  readonly length: number
  /** V */
  readonly vocabulary: number
}

/** @param wanted for each sequence the tokens whose log-probability is wanted; each has a parent. */
export function targetsOf(
  sequences: readonly Sequence[],
  wanted: readonly Int32Array[],
  { length, vocabulary }: TargetsOptions,
): Targets {
  const parents = sequences.map(parentsOf)
  const asked = wanted.map((tokens, index) => distinct(tokens.map(token => nth(nth(parents, index), token))))
  const each = Math.max(fewestRows, ...asked.map(({ length: count }) => count))
  const rows = new Int32Array(sequences.length * each)
  const back = new Int32Array(sequences.length * length).fill(rows.length)
  asked.forEach((tokens, index) => {
    rows.fill(index * length, index * each, (index + 1) * each)
    tokens.forEach((token, place) => {
      rows[index * each + place] = index * length + token
      back[index * length + token] = index * each + place
    })
  })
  const choices: number[] = []
  const rowOf: number[] = []
  const places = sequences.map((sequence, index) => {
    const place = new Int32Array(sequence.tokens.length).fill(-1)
    for (const token of nth(wanted, index)) {
      if (nth(place, token) >= 0) continue
      const row = nth(back, index * length + nth(nth(parents, index), token))
      place[token] = rowOf.push(row) - 1
      choices.push(row * vocabulary + nth(sequence.tokens, token))
    }
    return place
  })
  const wide = BigInt64Array.from(choices, BigInt)
  return { rows, each, back, choices: wide, rowOf: Int32Array.from(rowOf), places }
}

/** Each token once, in the order in which they first come. */
function distinct(tokens: Int32Array): Int32Array {
  const seen = new Set<number>()
  return tokens.filter(token => seen.size < seen.add(token).size)
}
