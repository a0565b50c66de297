/**
 * The forward pass over whole sequences, up to the log-probabilities of picked tokens; a decoder of the kinds in src/model/tensors/architecture.ts.
 * Source: transformers' modeling_qwen2.py, modeling_qwen3.py, modeling_llama.py and modeling_smollm3.py.
 */
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { adapterScale } from '../../../model/lora/lora.ts'
import { isRotary } from '../../../model/tensors/architecture.ts'
import { adapterNames, headSize, tensorShapes } from '../../../model/tensors/tensors.ts'
import { buildGraph, type Graph, type Value } from '../graph.ts'
import { maskedLogits } from '../logits.ts'
import { layersOf, type LayerOptions, type Tokens } from './layers.ts'
import { queriesOf, type Queries } from './queries.ts'
import { nth } from '../../../math/nth.ts'
import { lookUp } from '../../../math/look-up.ts'

interface ForwardPass {
  readonly graph: Graph
  readonly weights: ReadonlyMap<string, Value>
  /** [N, W] rows of the embedding. */
  readonly embedded: Value
  /** [U, V] of the picked rows. */
  readonly logits: Value
}

/**
 * Inputs: weights, ids [N], positions [B, T], cos and sin [positions, D / 2], queries and pairs, the int64 of
 * [B, T, heads, D] for queries and for keys, mask [B or 1, 1, T, T]; rows [U] the tokens, b · T + t, whose logits are
 * wanted, Q of each sequence, with their askedPositions [B, Q], askedQueries, the int64 of [B, Q, heads, D], and
 * askedMask [B, 1, Q, T]; once differentiated also back [N], each token's place among those, or U.
 *
 * With `prefix` all sequences begin with the same P tokens, which lie before the branches: N = P + B · L. Sizes [B, T] are [1, N] then, and
 * [B, Q] are [1, U]. In place of the masks: prefixLength, the int64 of P, and for each block of `prefixAttention`, prefix, branch and asked,
 * its parts, as branchMask, branchKeys, branchRows and branchColumn.
 *
 * @param options if steady, no bit of a sequence's logits depends on what else is in the batch.
 */
export function forwardPass(
  name: string,
  config: ModelConfig,
  { prefix = false, ...options }: LayerOptions & { readonly prefix?: boolean },
): ForwardPass {
  const graph = buildGraph(name)
  const make = layersOf(graph, options)
  const shapes = tensorShapes(config)
  const weights = new Map([...shapes].map(([tensor, shape]) => [tensor, graph.input(tensor, 'float32', shape)]))
  const { hidden_size: width, num_attention_heads: heads, num_key_value_heads: pairs } = config
  const size = headSize(config)
  const ids = graph.input('ids', 'int32', ['N'])
  const table = {
    cos: graph.input('cos', 'float32', ['A', size / 2]),
    sin: graph.input('sin', 'float32', ['A', size / 2]),
  }
  const { positions, keys, all, asked } = queriesOf(graph, make, config, prefix)
  const embedded = graph.node('Gather', [weightNamed('model.embed_tokens.weight'), ids], { axis: 0 })
  let hidden = embedded
  for (let layer = 0; layer < config.num_hidden_layers; layer += 1) hidden = block(layer, hidden)
  const normed = norm(hidden, 'model.norm.weight')
  const head = config.tie_word_embeddings ? 'model.embed_tokens' : 'lm_head'
  return { graph, weights, embedded, logits: maskedLogits(graph, linear(normed, head), config) }

  function block(layer: number, x: Value): Value {
    const named = (rest: string) => `model.layers.${layer}.${rest}`
    const queries = layer === config.num_hidden_layers - 1 ? asked() : all
    const mixed = selfAttention(layer, norm(x, named('input_layernorm.weight')), queries)
    const middle = linear(mixed, named('self_attn.o_proj'), queries.of(x))
    const inner = norm(middle, named('post_attention_layernorm.weight'))
    const opened = make.swiglu(linear(inner, named('mlp.gate_proj')), linear(inner, named('mlp.up_proj')))
    return linear(opened, named('mlp.down_proj'), middle)
  }

  function selfAttention(layer: number, x: Value, { of, tokens, attend, positions: from }: Queries): Value {
    const project = (part: string, y: Value) => linear(y, `model.layers.${layer}.self_attn.${part}_proj`)
    const normed = (part: string, y: Value, count: number, { rows }: Tokens) => {
      const name = `model.layers.${layer}.self_attn.${part}_norm.weight`
      if (!shapes.has(name)) return y
      const apart = make.reshape(y, count * size, size, `${count}*${rows}`)
      return make.reshape(norm(apart, name, size), size, count * size, rows)
    }
    const queries = normed('q', project('q', of(x)), heads, tokens)
    const placed = (y: Value, at: Value) => (isRotary(config, layer) ? make.rotate(y, { ...table, positions: at }) : y)
    const q = placed(make.split(queries, heads, size, tokens), from)
    const k = placed(make.split(normed('k', project('k', x), pairs, keys), pairs, size, keys), positions)
    const v = make.split(project('v', x), pairs, size, keys)
    return make.join(attend({ q, k, v }), heads, size, tokens)
  }

  function linear(x: Value, name: string, term?: Value): Value {
    const bias = weights.get(`${name}.bias`)
    const shape = lookUp(shapes, `${name}.weight`)
    const weight = weightNamed(`${name}.weight`)
    const [outputs, inputs] = [nth(shape, 0), nth(shape, 1)]
    const result = make.linear(x, { weight, shape: [outputs, inputs], ...(bias === undefined ? {} : { bias }) }, term)
    const { a, b } = adapterNames(`${name}.weight`)
    if (config.lora === undefined || !shapes.has(a)) return result
    const { r: rank } = config.lora
    const down = make.linear(x, { weight: weightNamed(a), shape: [rank, inputs] })
    const scaled = make.scale(down, adapterScale(config.lora))
    return make.linear(scaled, { weight: weightNamed(b), shape: [outputs, rank] }, result)
  }

  function norm(x: Value, name: string, size = width): Value {
    return make.rmsNorm(x, weightNamed(name), size, config.rms_norm_eps)
  }

  function weightNamed(name: string): Value {
    const value = weights.get(name)
    if (value === undefined) throw new Error(`the graph has no weight named ${name}`)
    return value
  }
}
