/** Sequences laid out as the rectangles that a graph takes. */
import type { Sequence } from '../device.ts'
import { depthsOf, isChain, parentsOf } from '../tree.ts'

/** Hides a key from a query; far below any score, and finite so that no NaN can come of it. */
export const hidden = -1e30

/** Sequences of about one length, to be run together. */
export interface Rectangle {
  /** Which sequences, in order. */
  readonly members: readonly number[]
  /** T: the members' length, rounded up. */
  readonly length: number
}

export interface Layout {
  /** [B · T], 0 where padded. */
  readonly ids: Int32Array
  /** [B, T] */
  readonly positions: BigInt64Array
  /** [B or 1, T, T], 0 where a query sees a key; 1 if all members are chains, as then all are alike. */
  readonly mask: Float32Array
  /** B or 1, the leading size of the mask. */
  readonly distinct: number
}

const lengthStep = 16

/** T for a sequence of this length. */
export const paddedLength = (length: number): number => Math.ceil(length / lengthStep) * lengthStep

/**
 * Groups sequences by their own length rounded up, never by who else is there, so that a sequence's padding,
 * and with it its result to the last bit, is its own affair.
 *
 * @param budget most tokens of a rectangle, padding included; a single longer sequence still gets one.
 */
export function rectangles(lengths: readonly number[], budget: number): readonly Rectangle[] {
  const groups = new Map<number, number[]>()
  lengths.forEach((length, index) => {
    const rounded = paddedLength(length)
    const group = groups.get(rounded)
    if (group === undefined) groups.set(rounded, [index])
    else group.push(index)
  })
  return [...groups].flatMap(([length, members]) => {
    const most = Math.max(1, Math.floor(budget / length))
    return Array.from({ length: Math.ceil(members.length / most) }, (_, part) => ({
      length,
      members: members.slice(part * most, (part + 1) * most),
    }))
  })
}

export function layOut(sequences: readonly Sequence[], length: number): Layout {
  const ids = new Int32Array(sequences.length * length)
  sequences.forEach(({ tokens }, row) => ids.set(tokens, row * length))
  const parents = sequences.map(parentsOf)
  const chains = parents.every(isChain)
  const distinct = chains ? 1 : sequences.length
  const positions = new BigInt64Array(sequences.length * length)
  parents.forEach((own, row) => positions.set(BigInt64Array.from(depthsOf(own), BigInt), row * length))
  const mask = new Float32Array(distinct * length * length).fill(hidden)
  for (let row = 0; row < distinct; row += 1) {
    const own = chains ? Int32Array.from({ length }, (_, index) => index - 1) : parents[row]!
    drawMask(mask.subarray(row * length * length), own, length)
  }
  return { ids, positions, mask, distinct }
}

/** Each token sees what its parent sees, and itself; padding sees itself. */
function drawMask(mask: Float32Array, parents: Int32Array, length: number): void {
  for (let token = 0; token < length; token += 1) {
    const parent = token < parents.length ? parents[token]! : -1
    const start = token * length
    if (parent >= 0) mask.copyWithin(start, parent * length, (parent + 1) * length)
    mask[start + token] = 0
  }
}
