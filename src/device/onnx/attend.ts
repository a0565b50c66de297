/** One pass of the sampling graph over rows of the workspace: new tokens in, what may follow them out. */
import { headSize } from '../../model/tensors.ts'
import { newKeys, newValues, oldKeys, oldValues } from '../graph/sampling-graph.ts'
import type { Model } from './model.ts'
import type { Sampler } from './sampler.ts'
import { layTurns, type Turn } from './turns.ts'

/** What a model says of the next token; both [V], the logits only if they were asked for. */
export interface Outlook {
  readonly shares: Float32Array
  readonly logits: Float32Array | null
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
  const heads = config.num_key_value_heads
  const group = config.num_attention_heads / heads
  const rows = Math.max(leastRows(pass.threads, heads), turns.length)
  /* For one query alone ONNX Runtime takes another kernel, which adds in another order. */
  const fewest = group === 1 ? 2 : 1
  const length = Math.max(fewest, ...turns.map(({ tokens }) => tokens.length))
  const width = Math.max(fewest, ...turns.map(({ wanted }) => wanted.length))
  workspace.reach(Math.max(...turns.map(({ entries }) => entries)) + length)
  const feeds = layTurns(turns, { rows, length, width, group, capacity: workspace.capacity() })
  const into: Record<string, Float32Array> = {}
  for (let layer = 0; layer < config.num_hidden_layers; layer += 1) {
    const keys = workspace.rows(layer, 0, from, from + rows)
    const values = workspace.rows(layer, 1, from, from + rows)
    feeds[oldKeys(layer)] = keys
    feeds[oldValues(layer)] = values
    into[newKeys(layer)] = keys[0]
    into[newValues(layer)] = values[0]
  }
  /* The rows that only fill up are written to as well. */
  const restore = workspace.keep(from + turns.length, from + rows)
  const output = await pass.sampler.run(feeds, into)
  restore()
  const [shares] = output('shares')
  const logits = pass.logits ? output('logits')[0] : null
  return turns.map((turn, row) =>
    turn.wanted.map((_, index) => {
      const start = (row * width + index) * config.vocab_size
      const end = start + config.vocab_size
      return { shares: shares.subarray(start, end), logits: logits?.subarray(start, end) ?? null }
    }),
  )
}

/** Floats that an entry of a row takes in the workspace. */
export function entryFloats(config: Model['config']): number {
  return 2 * config.num_hidden_layers * config.num_key_value_heads * headSize(config)
}
