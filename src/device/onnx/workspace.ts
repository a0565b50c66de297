/**
 * Keys and values of the conversations that are being sampled, as attention reads them: for each layer one block of
 * rows, keys and values apart. Filled from the contexts' pages when a batch begins; what it holds then serves the next one.
 */
import type { ModelConfig } from '../../model/config.ts'
import { headSize } from '../../model/tensors.ts'
import type { Context } from './contexts.ts'

/** Entries are given to rows so many at a time: few shapes, and little that is hidden. */
const entryStep = 16

const rounded = (entries: number): number => Math.ceil(entries / entryStep) * entryStep

/** 0 for keys, 1 for values. */
export type Kind = 0 | 1

export interface Workspace {
  /** Entries that each row has room for. */
  readonly capacity: () => number
  /** Room for so many rows of so many entries, with little to spare. Rows may lose what they hold, but stay finite. */
  readonly fit: (rows: number, entries: number) => void
  /** Makes the rows long enough for so many entries; they keep what they hold. */
  readonly reach: (entries: number) => void
  /** Remembers what rows [from, to) hold. @returns puts it back. */
  readonly keep: (from: number, to: number) => () => void
  readonly swapRows: (one: number, other: number) => void
  /** A row holds the first `entries` of a context from now on. */
  readonly hold: (row: number, context: Context, entries: number) => void
  /** How many leading entries of the context the row holds. */
  readonly held: (row: number, context: Context) => number
  /** The rows that hold something of a context. */
  readonly holders: () => ReadonlyMap<Context, number>
  /** Rows [from, to) of a layer, [to − from, KV, C, D]. */
  readonly rows: (layer: number, kind: Kind, from: number, to: number) => readonly [Float32Array, readonly number[]]
  /** One head of one row, [C, D]; `part` is 2 · layer + kind. */
  readonly head: (part: number, row: number, head: number) => Float32Array
  /** Forgets everything, as when what it holds may not be finite. */
  readonly clear: () => void
}

interface Held {
  readonly context: Context
  readonly losses: number
  readonly entries: number
}

export function createWorkspace(config: ModelConfig): Workspace {
  const size = headSize(config)
  const heads = config.num_key_value_heads
  const parts = 2 * config.num_hidden_layers
  let data = new Float32Array(0)
  let held: (Held | null)[] = []
  let rows = 0
  let capacity = 0
  const rowFloats = () => heads * capacity * size
  const place = (part: number, row: number): number => (part * rows + row) * rowFloats()

  const reset = (count: number, room: number): void => {
    rows = count
    capacity = room
    held = Array.from({ length: rows }, () => null)
    const floats = parts * rows * rowFloats()
    if (data.length < floats) data = new Float32Array(floats)
  }
  const grow = (room: number): void => {
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
  }

  return {
    capacity: () => capacity,
    fit: (count, entries) => {
      const room = rounded(entries)
      if (count > rows || 2 * count < rows || capacity > room + Math.max(32, room / 4)) reset(count, room)
      else if (capacity < room) grow(room)
    },
    reach: entries => {
      if (entries > capacity) grow(rounded(entries))
    },
    keep: (from, to) => {
      if (from >= to) return () => {}
      const kept = Array.from({ length: parts }, (_, part) => data.slice(place(part, from), place(part, to)))
      return () => kept.forEach((what, part) => data.set(what, place(part, from)))
    },
    swapRows: (one, other) => {
      for (let part = 0; part < parts; part += 1) {
        const kept = data.slice(place(part, one), place(part, one + 1))
        data.copyWithin(place(part, one), place(part, other), place(part, other + 1))
        data.set(kept, place(part, other))
      }
      const kept = held[one]!
      held[one] = held[other]!
      held[other] = kept
    },
    hold: (row, context, entries) => {
      held[row] = { context, losses: context.losses, entries }
    },
    held: (row, context) => {
      const what = held[row]
      return what?.context === context && what.losses === context.losses ? what.entries : 0
    },
    holders: () => new Map(held.flatMap((what, row) => (what === null ? [] : [[what.context, row] as const]))),
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
      reset(0, 0)
    },
  }
}
