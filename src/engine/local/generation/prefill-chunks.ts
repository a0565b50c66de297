/** New tokens of conversations, and how a pass over them lies in the memory of the kernels. */
import type { ModelConfig } from '../../../model/config.ts'
import { headSize } from '../../../model/tensors.ts'
import { aligned, pageLength, type Pages } from '../cache/pages.ts'

/** Tokens that follow each other; each sees the trunk, those before it in its own groups, and itself. */
export interface Turn {
  readonly tokens: readonly number[]
  /** Groups whose first `seen` entries it sees first. */
  readonly trunk: readonly number[]
  readonly seen: number
  /** Groups of its own, from whose entry `start` on the tokens go; there is room for them. */
  readonly own: readonly number[]
  readonly start: number
}

/** A list of queries for the kernels; see attend.ts of the kernels. */
interface Queries {
  readonly place: number
  readonly count: number
}

/** The new tokens of a pass; and where things lie, as the kernels name it. */
export interface Layout {
  /** [N] */
  readonly ids: Int32Array
  /** [turns] the row of each turn's last token. */
  readonly lastRows: Int32Array
  readonly positions: number
  /** Where the keys and values of each token go. */
  readonly entries: number
  readonly all: Queries
  /** The last token of each turn. */
  readonly last: Queries
  readonly projected: number
  /** Numbers of a token there: its queries, keys and values. */
  readonly width: number
  readonly attended: number
  readonly scores: number
}

const queryInts = 5

/** Writes down what the kernels are told of the turns, and makes room for what they compute. */
export function layOut(pages: Pages, config: ModelConfig, turns: readonly Turn[]): Layout {
  const { num_attention_heads: heads, num_key_value_heads: pairs } = config
  const size = headSize(config)
  const width = (heads + 2 * pairs) * size
  const tokens = turns.reduce((sum, turn) => sum + turn.tokens.length, 0)
  const listed = turns.reduce((sum, { trunk, own }) => sum + trunk.length + own.length, 0)
  const longest = turns.reduce((most, { tokens: { length }, seen, start }) => Math.max(most, seen + start + length), 0)
  const pieces = {
    positions: tokens,
    entries: 2 * tokens,
    all: queryInts * tokens,
    last: queryInts * turns.length,
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
  const lastRows = new Int32Array(turns.length)
  let row = 0
  let list = 0
  const write = (groups: readonly number[]): number => {
    const begin = places.lists + 4 * list
    for (const group of groups) lists[list++] = pages.place(group)
    return begin
  }
  turns.forEach((turn, index) => {
    const trunk = write(turn.trunk)
    const own = write(turn.own)
    let entry = turn.start
    for (const id of turn.tokens) {
      ids[row] = id
      positions[row] = turn.seen + entry
      entries[2 * row] = own + 4 * Math.floor(entry / pageLength)
      entries[2 * row + 1] = entry % pageLength
      const query = queryInts * row
      all[query] = row
      all[query + 1] = trunk
      all[query + 2] = turn.seen
      all[query + 3] = own
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
    last: { place: places.last, count: turns.length },
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
