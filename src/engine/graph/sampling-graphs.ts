import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { architectureOf } from '../../model/tensors/architecture.ts'
import { adapterNames, headSize, tensorShapes } from '../../model/tensors/tensors.ts'
import { exponentials } from './exponentials.ts'
import { buildGraph, type Graph, type Value } from './graph.ts'
import { maskedLogits } from './logits.ts'
import type { GraphFile } from './onnx-file.ts'
import { withAdapters, type AdapterInput } from './sampling-adapter.ts'
import { lookUp } from '../../math/look-up.ts'
import { nth } from '../../math/nth.ts'
import { sideBySide } from '../../model/tensors/side-by-side.ts'

/** Ports between the parts and the attention between them. */
export const ports = {
  /** [N, (heads + 2 · pairs) · D], queries, keys and values of a layer, before the rotary embedding. */
  projected: 'projected',
  /** [N, heads · D], attention output. */
  attended: 'attended',
  /** [N, W], what goes past the attention. */
  after: 'after',
  before: 'before',
} as const

/**
 * The forward pass over N new tokens in as many parts as there are layers, and one: attention, which alone looks at other
 * tokens, comes between them. Weights are inside, so that the engine lays them out for its kernels once; those of an adapter are further
 * inputs, so that its updates leave the graphs as they are.
 *
 * Each is made when it is asked for, so that its copies of weights can be let go before the next.
 *
 * Inputs: of the first `before`, the rows [N, W] of the embedding; of the others `attended` and `before`, and of the last rows [U], whose `before` it continues
 * with (`attended` is of these alone).
 * Outputs: `after`, but of the first, and `projected`; of the last logits [U, V] and probs [U, V], their softmax.
 */
export function* samplingGraphs(config: ModelConfig, weights: Weights): Generator<SamplingGraph> {
  const layers = config.num_hidden_layers
  for (let part = 0; part <= layers; part += 1) {
    const graph = buildGraph(`sampling ${part}`)
    const adapter: AdapterInput[] = []
    const make = partsOf(graph, config, weights, adapter)
    if (part === 0) make.project(0, { value: make.before() })
    else if (part < layers) make.project(part, make.goOn(part - 1, make.before()))
    else make.predict(make.goOn(part - 1, make.picked()))
    yield { graph: graph.file(), adapter }
  }
}

interface SamplingGraph {
  readonly graph: GraphFile
  readonly adapter: readonly AdapterInput[]
}

type Weights = ReadonlyMap<string, Float32Array>

/** A value, with a term still to be added to it. */
interface Sum {
  readonly value: Value
  readonly plus?: Value
}

function partsOf(graph: Graph, config: ModelConfig, weights: Weights, adapter: AdapterInput[]) {
  const { node, nodes } = graph
  const { shapes, linear, weight } = layersOf(graph, config, weights, adapter)
  const { num_attention_heads: heads, num_key_value_heads: pairs, hidden_size: width } = config
  const size = headSize(config)

  return {
    before,

    /** Only of the tokens whose logits are wanted. */
    picked: (): Value => node('Gather', [before(), graph.input('rows', 'int32', ['U'])], { axis: 0 }),

    /** What follows the attention of a layer. */
    goOn: (layer: number, before: Value): Sum => {
      const named = (rest: string) => `model.layers.${layer}.${rest}`
      const attended = graph.input(ports.attended, 'float32', [
        layer === config.num_hidden_layers - 1 ? 'U' : 'N',
        heads * size,
      ])
      const sum = { value: before, plus: linear(attended, [named('self_attn.o_proj')]) }
      const [inner, middle] = norm(sum, named('post_attention_layernorm'))
      const gate = node('com.microsoft.QuickGelu', [linear(inner, [named('mlp.gate_proj')])], { alpha: { float: 1 } })
      const mixed = node('Mul', [gate, linear(inner, [named('mlp.up_proj')])])
      return { value: middle, plus: linear(mixed, [named('mlp.down_proj')]) }
    },

    project: (layer: number, x: Sum): void => {
      const named = (rest: string) => `model.layers.${layer}.${rest}`
      const [normed, after] = norm(x, named('input_layernorm'))
      const projected = headsNormed(
        linear(
          normed,
          ['q', 'k', 'v'].map(part => named(`self_attn.${part}_proj`)),
        ),
        named,
      )
      if (x.plus !== undefined) graph.output(after, ports.after, ['N', width])
      graph.output(projected, ports.projected, ['N', (heads + 2 * pairs) * size])
    },

    predict: (x: Sum): void => {
      const [normed] = norm(x, 'model.norm')
      const head = linear(normed, [config.tie_word_embeddings ? 'model.embed_tokens' : 'lm_head'])
      const logits = maskedLogits(graph, head, config)
      graph.output(logits, 'logits', ['U', config.vocab_size])
      const { exps, sum } = exponentials(graph, logits, config.vocab_size)
      graph.output(node('Div', [exps, sum]), 'probs', ['U', config.vocab_size])
    },
  }

  /** Queries and keys of [N, (heads + 2 · pairs) · D] normed head by head, where the architecture has that. */
  function headsNormed(projected: Value, named: (rest: string) => string): Value {
    if (!shapes.has(named('self_attn.q_norm.weight'))) return projected
    const part = (from: number, count: number) =>
      node('Slice', [
        projected,
        graph.integers([from * size]),
        graph.integers([(from + count) * size]),
        graph.integers([1]),
      ])
    const normed = (from: number, count: number, name: string) => {
      const heads = node('Reshape', [part(from, count), graph.integers([-1, size])])
      const [result] = norm({ value: heads }, named(name))
      return node('Reshape', [result, graph.integers([-1, count * size])])
    }
    const parts = [
      normed(0, heads, 'self_attn.q_norm'),
      normed(heads, pairs, 'self_attn.k_norm'),
      part(heads + pairs, pairs),
    ]
    return node('Concat', parts, { axis: 1 })
  }

  function before(): Value {
    return graph.input(ports.before, 'float32', ['N', width])
  }

  /** The sum, normed; and the sum. */
  function norm({ value, plus }: Sum, name: string): readonly [normed: Value, sum: Value] {
    const epsilon = { float: config.rms_norm_eps }
    const scale = weight(`${name}.weight`)
    if (plus === undefined) return [node('SimplifiedLayerNormalization', [value, scale], { axis: -1, epsilon }), value]
    const operator = 'com.microsoft.SkipSimplifiedLayerNormalization'
    const results = nodes(operator, [value, plus, scale], 4, { epsilon })
    return [nth(results, 0), nth(results, 3)]
  }
}

/** Layers with their weights and their adapters. */
function layersOf(graph: Graph, config: ModelConfig, weights: Weights, adapter: AdapterInput[]) {
  const { node } = graph
  const shapes = tensorShapes(config)
  const size = headSize(config)
  const scaled = architectureOf(config).headNorms ? '.q_norm.' : '.q_proj.'
  return { shapes, linear, weight }

  /** x with the weights of several layers side by side. */
  function linear(x: Value, names: readonly string[]): Value {
    const adapted = names.filter(name => shapes.has(adapterNames(`${name}.weight`).a))
    if (adapted.length > 0 && adapted.length < names.length)
      return node(
        'Concat',
        names.map(name => linear(x, [name])),
        { axis: 1 },
      )
    const sizes = names.map(name => nth(lookUp(shapes, `${name}.weight`), 0))
    const inputs = nth(lookUp(shapes, `${nth(names, 0)}.weight`), 1)
    const outputs = sizes.reduce((sum, count) => sum + count, 0)
    const matrix = graph.fixed(joined(names.map(name => `${name}.weight`)), [outputs, inputs])
    const product = node('com.microsoft.FusedMatMul', [x, matrix], { transB: 1 })
    const biased = names.every(name => shapes.has(`${name}.bias`))
    const sum = biased
      ? node('Add', [product, graph.fixed(joined(names.map(name => `${name}.bias`)), [outputs])])
      : product
    if (config.lora === undefined || adapted.length === 0) return sum
    const adapters = { lora: config.lora, names: names.map(name => `${name}.weight`), sizes, inputs, divisor }
    const { result, added } = withAdapters(graph, x, sum, adapters)
    adapter.push(...added)
    return result
  }

  function joined(names: readonly string[]): Float32Array {
    return sideBySide(names.map(data))
  }

  function weight(name: string): Value {
    return graph.fixed(data(name), lookUp(shapes, name))
  }

  function data(name: string): Float32Array {
    const found = lookUp(weights, name)
    const by = divisor(name)
    return by === 1 ? found : found.map(weight => weight / by)
  }

  /** Queries are scaled by the last weights that they pass, so that scores need not be. */
  function divisor(name: string): number {
    return name.includes(scaled) ? Math.sqrt(size) : 1
  }
}
