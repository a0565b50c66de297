/** Sequences laid out as the rectangles that a graph takes. */
import type { Sequence } from '../../../contracts/models/device.ts'
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { depthsOf, isChain, parentsOf } from '../../semantics/tree.ts'
import { groupBy } from '../../../math/group-by.ts'
import { nth } from '../../../math/nth.ts'

/** Hides a key from a query; far below any score, and finite so that no NaN can come of it. */
const hidden = -1e30

/** Tokens that several sequences begin with. */
export interface SharedPrefix {
  readonly name: string
  readonly length: number
}

/** Sequences of about one length, to be run together. */
export interface Rectangle {
  /** Which sequences, in order. */
  readonly members: readonly number[]
  /** T: the members' length, rounded up; of the longest where they begin alike. */
  readonly length: number
  /** Tokens that all begin with, computed once. */
  readonly prefix: number
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

export const lengthStep = 16

/** T for a sequence of this length. */
export const paddedLength = (length: number): number => Math.ceil(length / lengthStep) * lengthStep

/**
 * Most tokens of one run: few enough that what lies between two operators stays in the processor's cache, 4 MB where it is widest, and as
 * many as make a run with the weights of a wide model worth reading these.
 */
export const tokenBudget = ({ intermediate_size }: ModelConfig): number =>
  Math.min(1024, Math.max(256, Math.floor(2 ** 20 / intermediate_size)))

/** Smaller batches are not split: the fixed cost of a run exceeds the saving. */
const minTokens = 128

/**
 * The rectangles of a call, a round of one for each replica after the other; those of a round are of about one size.
 * Sequences are grouped by their own length rounded up, never by the other sequences, so that a sequence's padding, and with
 * it every bit of its result, does not depend on them. Those with a prefix in common
 * are together, with others of about their length.
 *
 * @param budget tokens of a rectangle at most, padding included, the prefix not; a single longer sequence still gets one.
 * @param prefixes of the sequences, `null` for those that have none; left out, none has.
 */
export function rounds(
  lengths: readonly number[],
  replicas: number,
  budget: number,
  prefixes: readonly (SharedPrefix | null)[] = [],
): readonly (readonly Rectangle[])[] {
  const groups = groupBy(lengths.keys(), index => prefixes[index]?.name ?? paddedLength(nth(lengths, index)))
  const found = [...groups.values()].flatMap(members => {
    const prefix = prefixes[nth(members, 0)]?.length ?? 0
    const padded = (index: number): number => paddedLength(nth(lengths, index))
    if (prefix > 0) return packed(members, padded, budget, prefix)
    const length = padded(nth(members, 0))
    const parts = Math.ceil(members.length / Math.max(1, Math.floor(budget / length)))
    const shared = members.length * length >= 2 * replicas * minTokens
    return cut({ length, prefix: 0, members }, shared ? Math.ceil(parts / replicas) * replicas : parts)
  })
  found.sort((a, b) => tokensOf(b) - tokensOf(a))
  while (found.length % replicas > 0 && isDivisible(nth(found, 0))) {
    found.push(...found.splice(0, 1).flatMap(largest => cut(largest, 2)))
    found.sort((a, b) => tokensOf(b) - tokensOf(a))
  }
  return Array.from({ length: Math.ceil(found.length / replicas) }, (_, round) =>
    found.slice(round * replicas, (round + 1) * replicas),
  )
}

const isDivisible = (rectangle: Rectangle): boolean =>
  rectangle.members.length > 1 && tokensOf(rectangle) >= 2 * minTokens

const tokensOf = ({ length, prefix, members }: Rectangle): number => prefix + (length - prefix) * members.length

/** Rectangles behind a prefix, from the longest on as many of about one length as fit. */
function packed(
  members: readonly number[],
  padded: (index: number) => number,
  budget: number,
  prefix: number,
): readonly Rectangle[] {
  const sorted = members.toSorted((one, other) => padded(other) - padded(one))
  const found: Rectangle[] = []
  while (sorted.length > 0) {
    const length = padded(nth(sorted, 0))
    found.push({ length, prefix, members: sorted.splice(0, Math.max(1, Math.floor(budget / (length - prefix)))) })
  }
  return found
}

/** In so many parts of as many members, or one more; no more parts than members. */
function cut({ members, ...rest }: Rectangle, parts: number): readonly Rectangle[] {
  const count = Math.min(parts, members.length)
  return Array.from({ length: count }, (_, part) => ({
    ...rest,
    members: members.slice(
      Math.floor((part * members.length) / count),
      Math.floor(((part + 1) * members.length) / count),
    ),
  }))
}

export function layOut(sequences: readonly Sequence[], length: number): Layout {
  const ids = new Int32Array(sequences.length * length)
  sequences.forEach(({ tokens }, row) => ids.set(tokens, row * length))
  const parents = sequences.map(parentsOf)
  const chains = parents.every(isChain)
  const distinct = chains ? 1 : sequences.length
  const positions = new BigInt64Array(sequences.length * length)
  parents.forEach((own, row) => {
    depthsOf(own).forEach((depth, token) => {
      positions[row * length + token] = BigInt(depth)
    })
  })
  const mask = new Float32Array(distinct * length * length).fill(hidden)
  for (let row = 0; row < distinct; row += 1) {
    const own = chains ? new Int32Array(length).map((_, index) => index - 1) : nth(parents, row)
    drawMask(mask.subarray(row * length * length), own, length)
  }
  return { ids, positions, mask, distinct }
}

/** Each token sees what its parent sees, and itself; padding sees itself. */
function drawMask(mask: Float32Array, parents: Int32Array, length: number): void {
  for (let token = 0; token < length; token += 1) {
    const parent = parents[token] ?? -1
    const start = token * length
    if (parent >= 0) mask.copyWithin(start, parent * length, (parent + 1) * length)
    mask[start + token] = 0
  }
}
