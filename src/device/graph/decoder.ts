/**
 * A decoder of the Qwen2 kind as graph operations; only attention differs between training and sampling.
 * Source: Qwen2 technical report, arXiv 2407.10671; transformers' modeling_qwen2.py.
 */
import type { ModelConfig } from '../../model/config.ts'
import { headSize, tensorShapes } from '../../model/tensors.ts'
import type { Graph, Value } from './graph.ts'
import { operations, type Angles, type Operations } from './operations.ts'

/** One layer's attention operands, [B, KV, T · G, D] the queries and [B, KV, T, D] keys and values. */
export interface Heads {
  readonly q: Value
  readonly k: Value
  readonly v: Value
}

export interface DecoderInputs {
  readonly weights: ReadonlyMap<string, Value>
  /** [B, T] */
  readonly ids: Value
  readonly angles: Angles
}

export interface Decoder {
  readonly operations: Operations
  /** [B, T, W] rows of the embedding. */
  readonly embedded: Value
  /** [B, T, W] after all layers and the last norm. */
  readonly hidden: Value
  /** [U, V] of picked rows [U, W]. */
  readonly logits: (rows: Value) => Value
}

/** Declares the inputs that every graph of this model has. */
export function decoderInputs(graph: Graph, config: ModelConfig): DecoderInputs {
  const size = headSize(config)
  const weights = [...tensorShapes(config)].map(([name, shape]) => [name, graph.input(name, 'float32', shape)] as const)
  return {
    weights: new Map(weights),
    ids: graph.input('ids', 'int32', ['B', 'T']),
    angles: {
      positions: graph.input('positions', 'int64', ['B', 'T']),
      cos: graph.input('cos', 'float32', ['A', size / 2]),
      sin: graph.input('sin', 'float32', ['A', size / 2]),
    },
  }
}

/** @param attend attention of layer n: [B, KV, T · G, D] from its heads. */
export function decoder(
  graph: Graph,
  config: ModelConfig,
  { weights, ids, angles }: DecoderInputs,
  attend: (layer: number, heads: Heads, make: Operations) => Value,
): Decoder {
  const make = operations(graph)
  const shapes = tensorShapes(config)
  const size = headSize(config)
  const pairs = config.num_key_value_heads
  const group = config.num_attention_heads / pairs
  const embedded = graph.node('Gather', [weightNamed('model.embed_tokens.weight'), ids], { axis: 0 })
  let hidden = embedded
  for (let layer = 0; layer < config.num_hidden_layers; layer += 1) hidden = block(layer, hidden)
  return {
    operations: make,
    embedded,
    hidden: norm(hidden, 'model.norm.weight'),
    logits: rows => linear(rows, config.tie_word_embeddings ? 'model.embed_tokens' : 'lm_head'),
  }

  function block(layer: number, x: Value): Value {
    const named = (rest: string) => `model.layers.${layer}.${rest}`
    const attended = selfAttention(layer, norm(x, named('input_layernorm.weight')))
    const middle = make.add(x, attended)
    const inner = norm(middle, named('post_attention_layernorm.weight'))
    const gate = linear(inner, named('mlp.gate_proj'))
    const up = linear(inner, named('mlp.up_proj'))
    return make.add(middle, linear(make.swiglu(gate, up), named('mlp.down_proj')))
  }

  function selfAttention(layer: number, x: Value): Value {
    const project = (part: string) => linear(x, `model.layers.${layer}.self_attn.${part}_proj`)
    const split = (of: Value, heads: number) => make.reshape(of, [0, 0, heads, size], [0, 0, heads * size])
    const q = make.rotate(project('q'), angles, pairs * group)
    const k = make.rotate(project('k'), angles, pairs)
    const grouped = make.transpose(
      make.reshape(q, [0, 0, pairs, group, size], [0, 0, pairs * group * size]),
      [0, 2, 1, 3, 4],
    )
    const heads = {
      q: make.reshape(grouped, [0, 0, -1, size], [0, 0, -1, group, size]),
      k: make.transpose(split(k, pairs), [0, 2, 1, 3]),
      v: make.transpose(split(project('v'), pairs), [0, 2, 1, 3]),
    }
    const mixed = make.reshape(attend(layer, heads, make), [0, 0, -1, group, size], [0, 0, -1, size])
    const joined = make.reshape(
      make.transpose(mixed, [0, 2, 1, 3, 4]),
      [0, 0, pairs * group * size],
      [0, 0, pairs, group, size],
    )
    return linear(joined, `model.layers.${layer}.self_attn.o_proj`)
  }

  function linear(x: Value, name: string): Value {
    const weight = weightNamed(`${name}.weight`)
    const bias = weights.get(`${name}.bias`)
    const [outputs, inputs] = shapes.get(`${name}.weight`)!
    return make.linear(x, { weight, shape: [outputs!, inputs!], ...(bias === undefined ? {} : { bias }) })
  }

  function norm(x: Value, name: string): Value {
    return make.rmsNorm(x, weightNamed(name), config.hidden_size, config.rms_norm_eps)
  }

  function weightNamed(name: string): Value {
    const value = weights.get(name)
    if (value === undefined) throw new Error(`the graph has no weight named ${name}`)
    return value
  }
}
