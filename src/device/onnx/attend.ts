/** One run of the sampling graph over some conversations: new tokens in, logits out, keys and values stored. */
import { newKeys, newValues, onesWidth } from '../graph/sampling-graph.ts'
import { headSize } from '../../model/tensors.ts'
import { pageLength, pagesPerGroup, type Context } from './contexts.ts'
import type { Engine, Outputs } from './engine.ts'
import type { Model } from './model.ts'
import { hidden } from './pack.ts'
import { fewestRows } from './targets.ts'

/** What a model says of the next token; both [V], the masses as `choose` takes them. */
export interface Outlook {
  readonly logits: Float32Array
  readonly masses: Float32Array
}

/** New tokens of one conversation. */
export interface Turn {
  readonly context: Context
  /** [T] ids and their positions. */
  readonly tokens: readonly number[]
  readonly positions: readonly number[]
  /** Entries of the cache in use; the new ones go to entry `entries`, `entries + 1`, …. */
  readonly entries: number
  /** Of token t: which entries [0, shared) and which further ones it sees. */
  readonly shared: number
  readonly further: readonly (readonly number[])[]
  /** Whether the new tokens follow each other or are alternatives that do not see each other. */
  readonly order: 'chain' | 'apart'
  /** Of which tokens the logits are wanted. */
  readonly wanted: readonly number[]
}

/** @returns for each turn what may follow its wanted tokens. */
export async function attend(engine: Engine, model: Model, turns: readonly Turn[]): Promise<Outlook[][]> {
  const { config, rotary, contexts } = model
  const heads = config.num_key_value_heads
  const size = headSize(config)
  const group = config.num_attention_heads / heads
  /* With a head of some row for each thread, none of them shares a product with another, which would add otherwise. */
  const rows = Math.max(fewestRows, Math.ceil(engine.threads / heads), turns.length)
  const length = Math.max(group === 1 ? fewestRows : 1, ...turns.map(({ tokens }) => tokens.length))
  const blocks = Math.max(1, ...turns.map(({ entries }) => Math.ceil(entries / pageLength)))
  for (const { context, entries, tokens } of turns) contexts.reserve(context, entries + tokens.length)

  const ids = new Int32Array(rows * length)
  const positions = new BigInt64Array(rows * length)
  const table = new Int32Array(rows * heads * blocks)
  const width = blocks * pageLength
  const seen = new Float32Array(rows * length * group * width).fill(hidden)
  const own = new Float32Array(rows * length * group * length).fill(hidden)
  const wanted: number[] = []
  for (let row = 0; row < rows; row += 1) {
    const turn = turns[row]
    for (let index = 0; index < length; index += 1) {
      for (let copy = 0; copy < group; copy += 1) drawMasks(turn, row, index, copy)
    }
    if (turn === undefined) continue
    ids.set(turn.tokens, row * length)
    positions.set(turn.positions.map(BigInt), row * length)
    for (const token of turn.wanted) wanted.push(row * length + token)
    for (let head = 0; head < heads; head += 1) {
      for (let block = 0; block * pageLength < turn.entries; block += 1) {
        table[(row * heads + head) * blocks + block] = turn.context.groups[block]! * pagesPerGroup(config) + head
      }
    }
  }
  while (wanted.length < fewestRows) wanted.push(0)

  const pages = contexts.pages()
  const output = await engine.run('sampling', model, {
    ids: [ids, [rows, length]],
    positions: [positions, [rows, length]],
    cos: [rotary.cos, rotary.shape],
    sin: [rotary.sin, rotary.shape],
    pages: [pages, [pages.length / (pageLength * size), pageLength, size]],
    table: [table, [rows, heads, blocks]],
    seen: [seen, [rows, 1, length * group, width]],
    own: [own, [rows, 1, length * group, length]],
    ones: [new Float32Array(width * onesWidth).fill(1), [width, onesWidth]],
    newOnes: [new Float32Array(length * onesWidth).fill(1), [length, onesWidth]],
    rows: [Int32Array.from(wanted), [wanted.length]],
  })
  store(output)
  return outlooksOf(output('logits')[0], output('masses')[0])

  function drawMasks(turn: Turn | undefined, row: number, index: number, copy: number): void {
    const query = (row * length + index) * group + copy
    own[query * length + index] = 0
    if (turn === undefined || index >= turn.tokens.length) return
    seen.fill(0, query * width, query * width + turn.shared)
    for (const entry of turn.further[index] ?? []) seen[query * width + entry] = 0
    if (turn.order === 'chain') own.fill(0, query * length, query * length + index)
  }

  function store(result: Outputs): void {
    const block = heads * length * size
    for (let layer = 0; layer < config.num_hidden_layers; layer += 1) {
      for (const kind of [0, 1] as const) {
        const [data] = result(kind === 0 ? newKeys(layer) : newValues(layer))
        turns.forEach(({ context, entries, tokens }, row) => {
          contexts.write(context, entries, tokens.length, { layer, kind, data, offset: row * block, length })
        })
      }
    }
  }

  function outlooksOf(logits: Float32Array, masses: Float32Array): Outlook[][] {
    let next = 0
    return turns.map(turn =>
      turn.wanted.map(() => {
        const start = next * config.vocab_size
        const end = start + config.vocab_size
        next += 1
        return { logits: logits.subarray(start, end), masses: masses.subarray(start, end) }
      }),
    )
  }
}
