/** Which tokens attend in a layer, and how: all, or those from which something is predicted; each sequence alone, or behind a common prefix. */
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { headSize } from '../../../model/tensors/tensors.ts'
import type { Graph, Value } from '../graph.ts'
import type { Layers, Tokens } from './layers.ts'
import { prefixAttention, type Block } from './prefix-attention.ts'

/** The tokens that attend in a layer. */
export interface Queries {
  /** Their rows of x [N, W]. */
  readonly of: (x: Value) => Value
  readonly positions: Value
  readonly tokens: Tokens
  /** q of these, k and v of all → as q. */
  readonly attend: Attend
}

type Attend = (operands: Record<'q' | 'k' | 'v', Value>) => Value

interface Inputs {
  readonly positions: Value
  readonly keys: Tokens
  readonly all: Queries
  /** In the last layer; only they continue. */
  readonly asked: () => Queries
}

/** @param prefix whether all sequences begin with tokens that are there once: see `forwardPass`. */
export function queriesOf(graph: Graph, make: Layers, config: ModelConfig, prefix: boolean): Inputs {
  const { input } = graph
  const heads = config.num_attention_heads
  const pairs = config.num_key_value_heads
  const size = headSize(config)
  const [batch, length, askedLength] = prefix ? [1, 'N', 'U'] : ['B', 'T', 'Q']
  const tokens = (of: string, length: string, rows: string): Tokens => ({
    ...{ batch, length, rows },
    shape: input(of, 'int64', [4]),
  })
  const positions = input('positions', 'int64', [batch, length])
  const keys = tokens('pairs', length, 'N')
  const { everyone, some } = prefix ? behindPrefix() : alone()
  const all = { of: (x: Value) => x, positions, tokens: tokens('queries', length, 'N'), attend: everyone }
  const rows = input('rows', 'int32', ['U'])
  let back: Value | undefined
  const asked = (): Queries => ({
    of: x => make.pick(x, config.hidden_size, rows, () => (back ??= input('back', 'int32', ['N']))),
    positions: input('askedPositions', 'int64', [batch, askedLength]),
    tokens: tokens('askedQueries', askedLength, 'U'),
    attend: some(),
  })
  return { positions, keys, all, asked }

  function alone() {
    const attend =
      (mask: Value, length: string): Attend =>
      operands =>
        make.attention(operands, mask, { heads, pairs, size, length })
    return {
      everyone: attend(input('mask', 'float32', ['M', 1, 'T', 'T']), 'T'),
      some: () => attend(input('askedMask', 'float32', ['B', 1, 'Q', 'T']), 'Q'),
    }
  }

  function behindPrefix() {
    const attend = prefixAttention(graph, { heads, pairs, size })
    const shape = (of: string) => input(of, 'int64', [5])
    const block = (of: string, keys: Value, [count, each, seen]: Block['sizes'], masks = count): Block => ({
      mask: input(`${of}Mask`, 'float32', [masks, each, seen]),
      sizes: [count, each, seen],
      keys,
      queries: shape(`${of}Rows`),
      column: shape(`${of}Column`),
    })
    const length = input('prefixLength', 'int64', [1])
    const keys = shape('branchKeys')
    const own = block('prefix', shape('prefixKeys'), [1, 'P', 'P'])
    const branches = block('branch', keys, ['B', 'L', 'L'], 'M')
    return {
      everyone: (operands: Parameters<Attend>[0]) => attend(operands, { length, prefix: own, branches }),
      some: (): Attend => {
        const some = block('asked', keys, ['B', 'Q', 'L'])
        return operands => attend(operands, { length, prefix: null, branches: some })
      },
    }
  }
}
