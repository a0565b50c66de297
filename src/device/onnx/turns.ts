/** New tokens of conversations laid out as the sampling graph takes them. */
import { hidden } from './pack.ts'
import type { Feed } from './program.ts'

/** New tokens of one conversation. */
export interface Turn {
  /** [T] ids and their positions. */
  readonly tokens: readonly number[]
  readonly positions: readonly number[]
  /** Entries of the row in use; the new ones go to entry `entries`, `entries + 1`, …. */
  readonly entries: number
  /** Of token t: which entries [0, shared) and which further ones it sees. */
  readonly shared: number
  readonly further: readonly (readonly number[])[]
  /** Whether the new tokens follow each other or are alternatives that do not see each other. */
  readonly order: 'chain' | 'apart'
  /** Of which tokens it is wanted what may follow. */
  readonly wanted: readonly number[]
}

export interface Rectangle {
  /** B, at least the turns. */
  readonly rows: number
  /** T */
  readonly length: number
  /** U */
  readonly width: number
  /** G, queries for each key head. */
  readonly group: number
  /** C */
  readonly capacity: number
}

/** The rectangle's inputs of the sampling graph, but for keys and values. */
export function layTurns(turns: readonly Turn[], rectangle: Rectangle): Record<string, Feed> {
  const { rows, length, width } = rectangle
  const ids = new Int32Array(rows * length)
  const positions = new BigInt64Array(rows * length)
  const entries = new BigInt64Array(rows)
  const wanted = new Int32Array(rows * width)
  turns.forEach((turn, row) => {
    ids.set(turn.tokens, row * length)
    entries[row] = BigInt(turn.entries)
    for (const [index, position] of turn.positions.entries()) positions[row * length + index] = BigInt(position)
    for (let index = 0; index < width; index += 1)
      wanted[row * width + index] = row * length + (turn.wanted[index] ?? 0)
  })
  const lastMask = maskOf(turns, rectangle, width, turn => turn.wanted)
  const everything = turns.every(turn => turn.wanted.length === turn.tokens.length)
  return {
    ids: [ids, [rows, length]],
    positions: [positions, [rows, length]],
    entries: [entries, [rows]],
    rows: [wanted, [rows, width]],
    mask: everything ? lastMask : maskOf(turns, rectangle, length, turn => [...turn.tokens.keys()]),
    'last mask': lastMask,
  }
}

/** What some of the tokens of each turn see: [B, 1, G · count, C], or [B, 1, 1, C] for one token in each. */
function maskOf(
  turns: readonly Turn[],
  { rows, group, capacity }: Rectangle,
  count: number,
  tokensOf: (turn: Turn) => readonly number[],
): Feed {
  const copies = count === 1 ? 1 : group
  const block = count * capacity
  const data = new Float32Array(rows * copies * block)
  turns.forEach((turn, row) => {
    const start = row * copies * block
    for (const [index, token] of tokensOf(turn).entries()) {
      drawLine(data.subarray(start + index * capacity, start + (index + 1) * capacity), turn, token)
    }
    for (let copy = 1; copy < copies; copy += 1) data.copyWithin(start + copy * block, start, start + block)
  })
  return [data, [rows, 1, copies * count, capacity]]
}

/** 0 where the token sees an entry. */
function drawLine(line: Float32Array, { entries, shared, further, order }: Turn, token: number): void {
  const own = entries + token
  line.fill(hidden, shared)
  for (const entry of further[token] ?? []) line[entry] = 0
  line.fill(0, order === 'chain' ? entries : own, own + 1)
}
