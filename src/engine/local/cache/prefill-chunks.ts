/** New tokens of several sequences, and the layout of a pass over them in the memory of the kernels. */
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { headSize } from '../../../model/tensors/tensors.ts'
import { aligned, pageLength, type Pages } from './pages.ts'

/** Consecutive tokens; each attends to the shared prefix, to those before it in its own groups, and to itself. */
export interface Chunk {
  readonly tokens: readonly number[]
  /** Groups of the shared prefix, of whose first `prefixLength` entries it attends to all. */
  readonly prefixGroups: readonly number[]
  readonly prefixLength: number
  /** Its groups, for the tokens from entry `start` on; they have room for them. */
  readonly ownGroups: readonly number[]
  readonly start: number
}

/** A list of queries for the kernels; see attend.ts of the kernels. */
interface Queries {
  readonly place: number
  readonly count: number
}

/** The new tokens of a pass, and addresses in the memory of the kernels. */
export interface KernelLayout {
  /** [N] */
  readonly ids: Int32Array
  /** [chunks] the row of each chunk's last token. */
  readonly lastRows: Int32Array
  readonly positions: number
  /** Where the keys and values of each token go. */
  readonly entries: number
  readonly all: Queries
  /** The last token of each chunk. */
  readonly last: Queries
  readonly projected: number
  /** Numbers of one token there: its queries, keys and values. */
  readonly width: number
  readonly attended: number
  readonly scores: number
}

const queryInts = 5

/** Writes the descriptors of the chunks for the kernels, and reserves room for their results. */
export function layOutChunks(pages: Pages, config: ModelConfig, chunks: readonly Chunk[]): KernelLayout {
  const { num_attention_heads: heads, num_key_value_heads: pairs } = config
  const size = headSize(config)
  const width = (heads + 2 * pairs) * size
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens.length, 0)
  const listed = chunks.reduce((sum, { prefixGroups, ownGroups }) => sum + prefixGroups.length + ownGroups.length, 0)
  const longest = chunks.reduce(
    (largest, { tokens: { length }, prefixLength, start }) => Math.max(largest, prefixLength + start + length),
    0,
  )
  const pieces = {
    positions: tokens,
    entries: 2 * tokens,
    all: queryInts * tokens,
    last: queryInts * chunks.length,
    lists: listed,
    projected: tokens * width,
    attended: tokens * heads * size,
    scores: longest + 2 * pageLength,
  }
  const places = placed(pieces, pages.room)
  const buffer = pages.buffer()
  const ints = (name: keyof typeof pieces) => new Int32Array(buffer, places[name], pieces[name])
  const [positions, entries, all, last, lists] = [
    ints('positions'),
    ints('entries'),
    ints('all'),
    ints('last'),
    ints('lists'),
  ]
  const ids = new Int32Array(tokens)
  const lastRows = new Int32Array(chunks.length)
  let row = 0
  let list = 0
  const write = (groups: readonly number[]): number => {
    const begin = places.lists + 4 * list
    for (const group of groups) lists[list++] = pages.place(group)
    return begin
  }
  chunks.forEach((chunk, index) => {
    const prefixGroups = write(chunk.prefixGroups)
    const ownGroups = write(chunk.ownGroups)
    let entry = chunk.start
    for (const id of chunk.tokens) {
      ids[row] = id
      positions[row] = chunk.prefixLength + entry
      entries[2 * row] = ownGroups + 4 * Math.floor(entry / pageLength)
      entries[2 * row + 1] = entry % pageLength
      const query = queryInts * row
      all[query] = row
      all[query + 1] = prefixGroups
      all[query + 2] = chunk.prefixLength
      all[query + 3] = ownGroups
      all[query + 4] = entry + 1
      row += 1
      entry += 1
    }
    lastRows[index] = row - 1
    last.set(all.subarray(queryInts * (row - 1), queryInts * row), queryInts * index)
  })
  return {
    ids,
    lastRows,
    positions: places.positions,
    entries: places.entries,
    all: { place: places.all, count: tokens },
    last: { place: places.last, count: chunks.length },
    projected: places.projected,
    width,
    attended: places.attended,
    scores: places.scores,
  }
}

/** Gives each piece of so many numbers of 4 bytes its place, in one room. */
function placed<K extends string>(pieces: Readonly<Record<K, number>>, room: (bytes: number) => number) {
  let bytes = 0
  const offsets = Object.entries<number>(pieces).map(([name, count]) => {
    const offset = bytes
    bytes += aligned(4 * count)
    return [name, offset] as const
  })
  const begin = room(bytes)
  return Object.fromEntries(offsets.map(([name, offset]) => [name, begin + offset])) as Readonly<Record<K, number>>
}
