/** The stores of a run: made when they are first asked for, and kept with its checkpoints. */
import type { RowShape } from './row-shape.ts'
import { decodeStore, storeEncoder, storeOf, type StoredRows } from './store-file.ts'
import { createRowStore, type RowStore, type StoreOptions } from './row-store.ts'

/** By the name of the store, each a Parquet file. */
export type StoreBytes = Readonly<Record<string, Uint8Array>>

/**
 * The store of that name: the one that is there, or that of the checkpoint that a run is resumed from, or an empty one.
 *
 * @param name of lower-case letters, digits and hyphens.
 * @throws {RangeError} if the name is none, or the store is there with another shape or capacity.
 */
export type OpenStore = <const Shape extends RowShape>(name: string, options: StoreOptions<Shape>) => RowStore<Shape>

export interface Stores {
  readonly open: OpenStore
  /** Copies of all stores; of one in which nothing has changed since the last time it is the same copy. */
  readonly snapshot: () => StoreBytes
}

interface Opened {
  readonly store: unknown
  readonly described: string
  readonly changes: () => number
  readonly encode: () => Uint8Array
}

/** @param kept of a checkpoint; one that is not opened stays as it is. @throws {RangeError} if one is damaged. */
export async function openStores(kept: StoreBytes = {}): Promise<Stores> {
  const encode = storeEncoder(await import('hyparquet-writer'))
  const decoded = await Promise.all(
    Object.entries(kept).map(async ([name, bytes]) => [name, await decodeStore(bytes, `the store ${name}`)] as const),
  )
  const rows: ReadonlyMap<string, StoredRows> = new Map(decoded)
  const opened = new Map<string, Opened>()
  const copies = new Map<string, { readonly changes: number; readonly bytes: Uint8Array }>()
  const make = <const Shape extends RowShape>(name: string, options: StoreOptions<Shape>): RowStore<Shape> => {
    if (!/^[a-z][a-z0-9-]*$/.test(name))
      throw new RangeError(`the name of a store must be of lower-case letters, digits and hyphens, got '${name}'`)
    const own = rows.get(name)
    return own === undefined ? createRowStore(name, options) : storeOf(name, options, own)
  }
  return {
    open: (name, options) => {
      const described = JSON.stringify([options.capacity, options.shape])
      const there = opened.get(name)
      if (there !== undefined && there.described !== described)
        throw new RangeError(`the store ${name} is there with ${there.described}, got ${described}`)
      /* It was made with the same shape. */
      if (there !== undefined) return there.store as RowStore<typeof options.shape>
      const store = make(name, options)
      const parts = { changes: () => store.changes, encode: () => encode(store, options.shape) }
      opened.set(name, { store, described, ...parts })
      return store
    },
    snapshot: () => {
      for (const [name, { changes: count, encode: copy }] of opened) {
        const changes = count()
        if (copies.get(name)?.changes !== changes) copies.set(name, { changes, bytes: copy() })
      }
      const taken = [...copies].map(([name, { bytes }]) => [name, bytes] as const)
      return { ...kept, ...Object.fromEntries(taken) }
    },
  }
}
