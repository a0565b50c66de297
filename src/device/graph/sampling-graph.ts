import type { ModelConfig } from '../../model/config.ts'
import { headSize, tensorShapes } from '../../model/tensors.ts'
import { rotaryTable } from '../rotary.ts'
import { buildGraph, type Value } from './graph.ts'
import type { GraphFile } from './onnx-file.ts'

/**
 * The forward pass over new tokens of conversations, in layers + 1 segments. A segment begins with a layer's attention and
 * ends with the next layer's queries, keys and values: between two segments the caller puts the new keys and values where
 * the old ones lie, so that attention reads all of them in place, and none is ever copied. The first segment begins with
 * the embedding, the last ends with the shares of the vocabulary. Weights are inside, so that the engine lays them out
 * for its kernels once.
 *
 * Inputs: of the first ids [B, T]; of all but the last positions [B, T]; of all but the first residual [B, T, W] and
 * queries [B, T, H · D], x and q of the segment before, keys and values [B, KV, C, D], and mask [B, 1, G · T, C], the same
 * for each of G groups. The last but one takes rows [B, U] too: of which tokens, b · T + t, the last tells what may follow.
 * Outputs: x, q, k and v [B, T, KV · D]; of the last logits [B, U, V] and shares [B, U, V], their softmax.
 *
 * No result depends on what else is in the batch: sums over keys run in the order of keys, and a hidden key adds exactly 0.
 * For that a share below 1e-25 is 0, and a score is no lower than 60 below the largest of its row, where the exponential
 * comes near what float32 can hold and would cost the processor seven times as much.
 *
 * @param segment in [0, layers].
 */
export function samplingGraph(
  config: ModelConfig,
  weights: ReadonlyMap<string, Float32Array>,
  segment: number,
): GraphFile {
  const graph = buildGraph(`sampling ${segment}`)
  const { node, nodes, floats, integers } = graph
  const shapes = tensorShapes(config)
  const { num_attention_heads: heads, num_key_value_heads: pairs, num_hidden_layers: layers } = config
  const size = headSize(config)
  const residual = segment === 0 ? embedded() : block(segment - 1)
  if (segment === layers) predict(norm(residual, 'model.norm'))
  else project(residual)
  return graph.file()

  function embedded(): Value {
    const ids = graph.input('ids', 'int32', ['B', 'T'])
    return node('Gather', [weight('model.embed_tokens.weight'), ids], { axis: 0 })
  }

  /** The layer from its attention on. */
  function block(layer: number): Value {
    const named = (rest: string) => `model.layers.${layer}.${rest}`
    const x = graph.input('residual', 'float32', ['B', 'T', config.hidden_size])
    const middle = node('Add', [x, linear(attention(), [named('self_attn.o_proj')])])
    const inner = norm(middle, named('post_attention_layernorm'))
    const gate = node('com.microsoft.QuickGelu', [linear(inner, [named('mlp.gate_proj')])], { alpha: { float: 1 } })
    const mixed = node('Mul', [gate, linear(inner, [named('mlp.up_proj')])])
    return node('Add', [middle, linear(mixed, [named('mlp.down_proj')])])
  }

  function attention(): Value {
    const q = graph.input('queries', 'float32', ['B', 'T', heads * size])
    const keys = graph.input('keys', 'float32', ['B', pairs, 'C', size])
    const values = graph.input('values', 'float32', ['B', pairs, 'C', size])
    const mask = graph.input('mask', 'float32', ['B', 1, 'M', 'C'])
    const apart = node('Transpose', [node('Reshape', [q, integers([0, 0, heads, size])])], { perm: [0, 2, 1, 3] })
    const grouped = node('Reshape', [apart, integers([0, pairs, -1, size])])
    const product = node('MatMul', [grouped, node('Transpose', [keys], { perm: [0, 1, 3, 2] })])
    const scores = node('Add', [product, mask])
    const lowest = node('Sub', [largest(scores), floats([60])])
    const shares = node('Softmax', [node('Max', [scores, lowest])], { axis: -1 })
    const seen = node('ThresholdedRelu', [shares], { alpha: { float: 1e-25 } })
    const mixed = node('Reshape', [node('MatMul', [seen, values]), integers([0, heads, -1, size])])
    return node('Reshape', [node('Transpose', [mixed], { perm: [0, 2, 1, 3] }), integers([0, 0, heads * size])])
  }

  /** The next layer's queries, keys and values. */
  function project(x: Value): void {
    const positions = graph.input('positions', 'int64', ['B', 'T'])
    const { shape, cos, sin } = rotaryTable(config, config.max_position_embeddings)
    const table = [graph.fixed(cos, shape), graph.fixed(sin, shape)]
    const named = (part: string) => `model.layers.${segment}.self_attn.${part}_proj`
    const all = linear(norm(x, `model.layers.${segment}.input_layernorm`), ['q', 'k', 'v'].map(named))
    const [turning, v] = split(all, (heads + pairs) * size, pairs * size)
    const attributes = { num_heads: heads + pairs }
    const turned = node('com.microsoft.RotaryEmbedding', [turning, positions, ...table], attributes)
    const [q, k] = split(turned, heads * size, pairs * size)
    const wanted = segment === layers - 1 ? picked() : (value: Value) => value
    const tokens = segment === layers - 1 ? 'U' : 'T'
    graph.output(wanted(x, config.hidden_size), 'x', ['B', tokens, config.hidden_size])
    graph.output(wanted(q, heads * size), 'q', ['B', tokens, heads * size])
    graph.output(k, 'k', ['B', 'T', pairs * size])
    graph.output(v, 'v', ['B', 'T', pairs * size])
  }

  /** After the last attention only the rows whose logits are wanted go on. */
  function picked(): (value: Value, width: number) => Value {
    const rows = graph.input('rows', 'int32', ['B', 'U'])
    return (value, width) => node('Gather', [node('Reshape', [value, integers([-1, width])]), rows], { axis: 0 })
  }

  function predict(hidden: Value): void {
    const logits = linear(hidden, [config.tie_word_embeddings ? 'model.embed_tokens' : 'lm_head'])
    graph.output(logits, 'logits', ['B', 'T', config.vocab_size])
    graph.output(node('Softmax', [logits], { axis: -1 }), 'shares', ['B', 'T', config.vocab_size])
  }

  /** x with the weights of several layers side by side. */
  function linear(x: Value, layers: readonly string[]): Value {
    const rows = layers.map(name => shapes.get(`${name}.weight`)![0]!)
    const [, inputs] = shapes.get(`${layers[0]!}.weight`)!
    const outputs = rows.reduce((sum, count) => sum + count, 0)
    const matrix = graph.fixed(joined(layers.map(name => `${name}.weight`)), [outputs, inputs!])
    const product = node('MatMul', [x, node('Transpose', [matrix], { perm: [1, 0] })])
    const biased = layers.every(name => shapes.has(`${name}.bias`))
    return biased ? node('Add', [product, graph.fixed(joined(layers.map(name => `${name}.bias`)), [outputs])]) : product
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
    return node('ReduceMax', [x], { axes: [-1], keepdims: 1 })
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
