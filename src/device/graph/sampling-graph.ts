import type { ModelConfig } from '../../model/config.ts'
import { headSize, tensorShapes } from '../../model/tensors.ts'
import { rotaryTable } from '../rotary.ts'
import { buildGraph, type Value } from './graph.ts'
import type { GraphFile } from './onnx-file.ts'

/** Names of a layer's keys and values, as inputs and as outputs. */
export const oldKeys = (layer: number): string => `keys ${layer}`
export const oldValues = (layer: number): string => `values ${layer}`
export const newKeys = (layer: number): string => `new keys ${layer}`
export const newValues = (layer: number): string => `new values ${layer}`

/** TensorScatter is an operator since then. */
const operatorSet = 24

/**
 * The forward pass over new tokens of conversations, whose keys and values lie in rows of room for C. Where the outputs for
 * these are the same memory as the inputs, new ones are put behind the old ones and nothing is copied. Weights are
 * inside, so that the engine lays them out for its kernels once.
 *
 * Inputs: ids and positions [B, T], entries [B] (where a row's new tokens go), of each layer keys and values [B, KV, C, D],
 * rows [B, U] (of which tokens, b · T + t, it is wanted what may follow), last mask [B, 1, G · U, C] (what these see), and,
 * of more than one layer, mask [B, 1, G · T, C]; masks are the same for each of G groups.
 * Outputs: keys and values as they are then, logits [B, U, V] and shares [B, U, V], their softmax.
 *
 * No result depends on what else is in the batch: sums over keys run in the order of keys, and a hidden key adds exactly 0.
 * For that a share below 1e-25 is 0, and a score is no lower than 60 below the largest of its row, where the exponential
 * comes near what float32 can hold and would cost the processor seven times as much.
 */
export function samplingGraph(config: ModelConfig, weights: ReadonlyMap<string, Float32Array>): GraphFile {
  const graph = buildGraph('sampling')
  const { node, nodes, floats, integers } = graph
  const shapes = tensorShapes(config)
  const { num_attention_heads: heads, num_key_value_heads: pairs, num_hidden_layers: layers } = config
  const size = headSize(config)
  const ids = graph.input('ids', 'int32', ['B', 'T'])
  const positions = graph.input('positions', 'int64', ['B', 'T'])
  const entries = graph.input('entries', 'int64', ['B'])
  const rows = graph.input('rows', 'int32', ['B', 'U'])
  const lastMask = graph.input('last mask', 'float32', ['B', 1, 'N', 'C'])
  const mask = layers === 1 ? lastMask : graph.input('mask', 'float32', ['B', 1, 'M', 'C'])
  const rotary = rotaryTable(config, config.max_position_embeddings)
  const table = [graph.fixed(rotary.cos, rotary.shape), graph.fixed(rotary.sin, rotary.shape)]

  let hidden = node('Gather', [weight('model.embed_tokens.weight'), ids], { axis: 0 })
  for (let layer = 0; layer < layers; layer += 1) hidden = block(layer, hidden)
  const logits = linear(norm(hidden, 'model.norm'), [config.tie_word_embeddings ? 'model.embed_tokens' : 'lm_head'])
  graph.output(logits, 'logits', ['B', 'U', config.vocab_size])
  graph.output(node('Softmax', [logits], { axis: -1 }), 'shares', ['B', 'U', config.vocab_size])
  return { ...graph.file(), operatorSet }

  function block(layer: number, before: Value): Value {
    const named = (rest: string) => `model.layers.${layer}.${rest}`
    const parts = ['q', 'k', 'v'].map(part => named(`self_attn.${part}_proj`))
    const [turning, v] = split(
      linear(norm(before, named('input_layernorm')), parts),
      (heads + pairs) * size,
      pairs * size,
    )
    const attributes = { num_heads: heads + pairs }
    const turned = node('com.microsoft.RotaryEmbedding', [turning, positions, ...table], attributes)
    const [all, k] = split(turned, heads * size, pairs * size)
    const keys = kept(oldKeys(layer), newKeys(layer), k)
    const values = kept(oldValues(layer), newValues(layer), v)
    /* After the last attention only the tokens whose logits are wanted go on. */
    const last = layer === layers - 1
    const q = last ? picked(all, heads * size) : all
    const x = last ? picked(before, config.hidden_size) : before
    const attended = attention(q, keys, values, last ? lastMask : mask)
    const middle = node('Add', [x, linear(attended, [named('self_attn.o_proj')])])
    const inner = norm(middle, named('post_attention_layernorm'))
    const gate = node('com.microsoft.QuickGelu', [linear(inner, [named('mlp.gate_proj')])], { alpha: { float: 1 } })
    const mixed = node('Mul', [gate, linear(inner, [named('mlp.up_proj')])])
    return node('Add', [middle, linear(mixed, [named('mlp.down_proj')])])
  }

  /** The old ones with the new ones [B, T, KV · D] put among them. */
  function kept(old: string, now: string, fresh: Value): Value {
    const shape = ['B', pairs, 'C', size]
    const scattered = node('TensorScatter', [graph.input(old, 'float32', shape), byHead(fresh, pairs), entries], {
      axis: -2,
    })
    graph.output(scattered, now, shape)
    return scattered
  }

  function picked(x: Value, width: number): Value {
    return node('Gather', [node('Reshape', [x, integers([-1, width])]), rows], { axis: 0 })
  }

  /** [B, T, count · D] → [B, count, T, D]. */
  function byHead(x: Value, count: number): Value {
    return node('Transpose', [node('Reshape', [x, integers([0, 0, count, size])])], { perm: [0, 2, 1, 3] })
  }

  function attention(q: Value, keys: Value, values: Value, seen: Value): Value {
    const grouped = node('Reshape', [byHead(q, heads), integers([0, pairs, -1, size])])
    const product = node('MatMul', [grouped, node('Transpose', [keys], { perm: [0, 1, 3, 2] })])
    const scores = node('Add', [product, seen])
    const lowest = node('Sub', [largest(scores), floats([60])])
    const shares = node('Softmax', [node('Max', [scores, lowest])], { axis: -1 })
    const weighed = node('ThresholdedRelu', [shares], { alpha: { float: 1e-25 } })
    const mixed = node('Reshape', [node('MatMul', [weighed, values]), integers([0, heads, -1, size])])
    return node('Reshape', [node('Transpose', [mixed], { perm: [0, 2, 1, 3] }), integers([0, 0, heads * size])])
  }

  /** x with the weights of several layers side by side. */
  function linear(x: Value, names: readonly string[]): Value {
    const sizes = names.map(name => shapes.get(`${name}.weight`)![0]!)
    const [, inputs] = shapes.get(`${names[0]!}.weight`)!
    const outputs = sizes.reduce((sum, count) => sum + count, 0)
    const matrix = graph.fixed(joined(names.map(name => `${name}.weight`)), [outputs, inputs!])
    const product = node('MatMul', [x, node('Transpose', [matrix], { perm: [1, 0] })])
    const biased = names.every(name => shapes.has(`${name}.bias`))
    return biased ? node('Add', [product, graph.fixed(joined(names.map(name => `${name}.bias`)), [outputs])]) : product
  }

  function joined(names: readonly string[]): Float32Array {
    const parts = names.map(data)
    const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
    let offset = 0
    for (const part of parts) {
      whole.set(part, offset)
      offset += part.length
    }
    return whole
  }

  function norm(x: Value, name: string): Value {
    const attributes = { axis: -1, epsilon: { float: config.rms_norm_eps } }
    return node('SimplifiedLayerNormalization', [x, weight(`${name}.weight`)], attributes)
  }

  function split(x: Value, first: number, second: number): readonly [Value, Value] {
    const [one, other] = nodes('Split', [x, integers([first, second])], 2, { axis: -1 })
    return [one!, other!]
  }

  function largest(x: Value): Value {
    return node('ReduceMax', [x, integers([-1])], { keepdims: 1 })
  }

  function weight(name: string): Value {
    return graph.fixed(data(name), shapes.get(name)!)
  }

  /** Queries are scaled by their weights, so that scores need not be. */
  function data(name: string): Float32Array {
    const found = weights.get(name)
    if (found === undefined) throw new Error(`the model has no weight named ${name}`)
    return name.includes('.q_proj.') ? found.map(weight => weight / Math.sqrt(size)) : found
  }
}
