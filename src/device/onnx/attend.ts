/** One pass of the sampling segments over rows of the workspace: new tokens in, what may follow them out. */
import { headSize } from '../../model/tensors.ts'
import type { Feeds } from './engine.ts'
import type { Model } from './model.ts'
import { hidden } from './pack.ts'
import type { Sampler } from './sampler.ts'

/** What a model says of the next token; both [V], the logits only if they were asked for. */
export interface Outlook {
  readonly shares: Float32Array
  readonly logits: Float32Array | null
}

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

export interface Pass {
  readonly model: Model
  readonly sampler: Sampler
  readonly threads: number
  /** Whether logits are wanted besides the shares. */
  readonly logits: boolean
}

/** Rows that a pass over `turns` rows reads: with a head of some row for each thread none of them shares a product with
 * another, which would add in another order. */
export const leastRows = (threads: number, keyHeads: number): number => Math.ceil(threads / keyHeads)

/**
 * @param from the row of the first turn; the others' follow it.
 * @returns for each turn what may follow its wanted tokens.
 */
export async function attend(pass: Pass, from: number, turns: readonly Turn[]): Promise<Outlook[][]> {
  const { config, workspace } = pass.model
  const layers = config.num_hidden_layers
  const heads = config.num_key_value_heads
  const group = config.num_attention_heads / heads
  const rows = Math.max(leastRows(pass.threads, heads), turns.length)
  /* For one query alone ONNX Runtime takes another kernel, which adds in another order. */
  const fewest = group === 1 ? 2 : 1
  const length = Math.max(fewest, ...turns.map(({ tokens }) => tokens.length))
  const width = Math.max(fewest, ...turns.map(({ wanted }) => wanted.length))
  const capacity = workspace.capacity()

  const ids = new Int32Array(rows * length)
  const positions = new BigInt64Array(rows * length)
  const picked = new Int32Array(rows * width)
  turns.forEach((turn, row) => {
    ids.set(turn.tokens, row * length)
    turn.positions.forEach((position, index) => {
      positions[row * length + index] = BigInt(position)
    })
    for (let index = 0; index < width; index += 1)
      picked[row * width + index] = row * length + (turn.wanted[index] ?? 0)
  })
  const lastMask = maskOf(({ wanted }) => wanted, width)
  const everything = layers === 1 || turns.every(({ tokens, wanted }) => wanted.length === tokens.length)
  const mask = everything ? lastMask : maskOf(({ tokens }) => [...tokens.keys()], length)

  let feeds: Feeds = {
    ids: [ids, [rows, length]],
    positions: [positions, [rows, length]],
    rows: [picked, [rows, width]],
  }
  for (let layer = 0; layer < layers; layer += 1) {
    const output = await pass.sampler.run(layer, feeds)
    workspace.write(from, turns, { layer, kind: 0, data: output('k')[0], length })
    workspace.write(from, turns, { layer, kind: 1, data: output('v')[0], length })
    feeds = {
      ...feeds,
      residual: output('x'),
      queries: output('q'),
      keys: workspace.rows(layer, 0, from, from + rows),
      values: workspace.rows(layer, 1, from, from + rows),
      mask: layer === layers - 1 ? lastMask : mask,
    }
  }
  const output = await pass.sampler.run(layers, feeds)
  const [shares] = output('shares')
  const logits = pass.logits ? output('logits')[0] : null
  return turns.map((turn, row) =>
    turn.wanted.map((_, index) => {
      const start = (row * width + index) * config.vocab_size
      const end = start + config.vocab_size
      return { shares: shares.subarray(start, end), logits: logits === null ? null : logits.subarray(start, end) }
    }),
  )

  /** What some of the tokens of each turn see: [rows, 1, G · T, C], or [rows, 1, 1, C] for one token in each. */
  function maskOf(tokensOf: (turn: Turn) => readonly number[], count: number): Feeds[string] {
    const copies = count === 1 ? 1 : group
    const block = count * capacity
    const data = new Float32Array(rows * copies * block)
    turns.forEach((turn, row) => {
      const start = row * copies * block
      tokensOf(turn).forEach((token, index) => {
        const line = start + index * capacity
        const own = line + turn.entries + token
        data.fill(hidden, line + turn.shared, line + capacity)
        for (const entry of turn.further[token] ?? []) data[line + entry] = 0
        data.fill(0, turn.order === 'chain' ? line + turn.entries : own, own + 1)
      })
      for (let copy = 1; copy < copies; copy += 1) data.copyWithin(start + copy * block, start, start + block)
    })
    return [data, [rows, 1, copies * count, capacity]]
  }
}

/** Floats that an entry of a row takes in the workspace. */
export function entryFloats(config: Model['config']): number {
  return 2 * config.num_hidden_layers * config.num_key_value_heads * headSize(config)
}
