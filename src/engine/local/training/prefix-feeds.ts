import type { Sequence } from '../../../contracts/models/device.ts'
import { concatenated } from '../../../model/tensors/side-by-side.ts'
import { headSize } from '../../../model/tensors/tensors.ts'
import { nth } from '../../../math/nth.ts'
import { layOut } from '../model/pack.ts'
import type { Targets } from '../model/targets.ts'
import type { Model } from '../model/model.ts'
import type { Feeds } from '../sessions/engine.ts'
import type { Feed } from '../sessions/program.ts'
import { askedMaskOf, rotaryFeeds } from './logprobs.ts'

interface Branches {
  /** What comes before each. */
  readonly prefix: Int32Array
  readonly sequences: readonly Sequence[]
  /** L: of each, padded. */
  readonly length: number
  /** Of the branches. */
  readonly targets: Targets
}

/** Inputs of training graphs with a prefix, besides the weights. */
export function prefixFeedsOf(model: Model, { prefix, sequences, length, targets }: Branches): Feeds {
  const { num_attention_heads: heads, num_key_value_heads: pairs } = model.config
  const size = headSize(model.config)
  const [common, own] = [layOut([{ tokens: prefix }], prefix.length), layOut(sequences, length)]
  const ids = concatenated(Int32Array, [prefix, own.ids])
  const behind = own.positions.map(position => position + BigInt(prefix.length))
  const positions = BigInt64Array.of(...common.positions, ...behind)
  const rows = targets.rows.map(row => prefix.length + row)
  const shape = (...sizes: readonly number[]): Feed => [BigInt64Array.from(sizes, BigInt), [sizes.length]]
  const block = (name: string, batch: number, queries: number): Feeds => ({
    [`${name}Rows`]: shape(pairs, heads / pairs, batch, queries, size),
    [`${name}Column`]: shape(pairs, heads / pairs, batch, queries, 1),
  })
  const batch = sequences.length
  return {
    ids: [ids, [ids.length]],
    positions: [positions, [1, ids.length]],
    ...rotaryFeeds(model, ids.length),
    queries: shape(1, ids.length, heads, size),
    pairs: shape(1, ids.length, pairs, size),
    prefixLength: shape(prefix.length),
    prefixMask: [common.mask, [1, prefix.length, prefix.length]],
    prefixKeys: shape(pairs, 1, 1, prefix.length, size),
    ...block('prefix', 1, prefix.length),
    branchMask: [own.mask, [own.distinct, length, length]],
    branchKeys: shape(pairs, 1, batch, length, size),
    ...block('branch', batch, length),
    rows: [rows, [rows.length]],
    askedPositions: [BigInt64Array.from(rows, row => nth(positions, row)), [1, rows.length]],
    askedQueries: shape(1, rows.length, heads, size),
    askedMask: [askedMaskOf(targets, own, length), [batch, targets.each, length]],
    ...block('asked', batch, targets.each),
    targets: [targets.choices, [targets.choices.length]],
  }
}
