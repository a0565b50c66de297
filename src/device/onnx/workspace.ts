/**
 * Keys and values of the conversations that are being sampled, as attention reads them: for each layer one block of
 * rows, keys and values apart. Filled from the contexts' pages when a batch begins; its memory serves every batch.
 */
import type { ModelConfig } from '../../model/config.ts'
import { headSize } from '../../model/tensors.ts'
import type { Feed } from './program.ts'

/** 0 for keys, 1 for values. */
export type Kind = 0 | 1

/** Some keys or values of one layer, [rows, T, KV · D]. */
export interface Fresh {
  readonly layer: number
  readonly kind: Kind
  readonly data: Float32Array
  /** T */
  readonly length: number
}

export interface Workspace {
  /** Entries that each row has room for. */
  readonly capacity: () => number
  /** Room for so many rows; what they hold is of no account, but finite. */
  readonly reset: (rows: number, capacity: number) => void
  /** Makes the rows longer, and keeps what they hold. */
  readonly grow: (capacity: number) => void
  /** Puts `count` of the T entries of row `from` of `fresh` to entry `entry` of row `row`, and on. */
  readonly write: (row: number, entry: number, count: number, fresh: Fresh, from: number) => void
  /** A row becomes a copy of another. */
  readonly copyRow: (from: number, to: number) => void
  /** Rows [from, to) of a layer, [to − from, KV, C, D]. */
  readonly rows: (layer: number, kind: Kind, from: number, to: number) => Feed
  /** One head of one row, [C, D]; `part` is 2 · layer + kind. */
  readonly head: (part: number, row: number, head: number) => Float32Array
  /** Forgets everything, as when what it holds may not be finite. */
  readonly clear: () => void
}

export function createWorkspace(config: ModelConfig): Workspace {
  const size = headSize(config)
  const heads = config.num_key_value_heads
  const parts = 2 * config.num_hidden_layers
  let data = new Float32Array(0)
  let rows = 0
  let capacity = 0
  const rowFloats = () => heads * capacity * size
  const place = (part: number, row: number): number => (part * rows + row) * rowFloats()

  return {
    capacity: () => capacity,
    reset: (count, room) => {
      rows = count
      capacity = room
      const floats = parts * rows * rowFloats()
      if (data.length < floats) data = new Float32Array(floats)
    },
    grow: room => {
      const before = capacity * size
      const after = room * size
      const blocks = parts * rows * heads
      const old = data
      if (data.length < blocks * after) data = new Float32Array(blocks * after)
      for (let block = blocks - 1; block >= 0; block -= 1) {
        if (old === data) data.copyWithin(block * after, block * before, (block + 1) * before)
        else data.set(old.subarray(block * before, (block + 1) * before), block * after)
      }
      capacity = room
    },
    write: (row, entry, count, { layer, kind, data: source, length }, from) => {
      const target = data
      for (let head = 0; head < heads; head += 1) {
        let to = place(layer * 2 + kind, row) + (head * capacity + entry) * size
        let start = (from * length * heads + head) * size
        for (let index = 0; index < count; index += 1) {
          for (let lane = 0; lane < size; lane += 1) target[to + lane] = source[start + lane]!
          to += size
          start += heads * size
        }
      }
    },
    copyRow: (from, to) => {
      for (let part = 0; part < parts; part += 1) {
        data.copyWithin(place(part, to), place(part, from), place(part, from + 1))
      }
    },
    rows: (layer, kind, from, to) => [
      data.subarray(place(layer * 2 + kind, from), place(layer * 2 + kind, to)),
      [to - from, heads, capacity, size],
    ],
    head: (part, row, head) => {
      const start = place(part, row) + head * capacity * size
      return data.subarray(start, start + capacity * size)
    },
    clear: () => {
      data = new Float32Array(0)
      rows = 0
      capacity = 0
    },
  }
}
