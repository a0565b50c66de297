import type { ModelConfig } from '../../model/config.ts'
import { headSize } from '../../model/tensors.ts'
import { decoder, decoderInputs } from './decoder.ts'
import { buildGraph, type Value } from './graph.ts'
import type { GraphFile } from './onnx-file.ts'

/** Names of the outputs [B, KV, T, D] with a layer's new keys and values. */
export const newKeys = (layer: number): string => `keys ${layer}`
export const newValues = (layer: number): string => `values ${layer}`

/** Columns of the matrices of ones: as many as ONNX Runtime never deals out to several threads. */
export const onesWidth = 16

/**
 * The forward pass over new tokens of conversations whose earlier keys and values lie in pages.
 * Inputs: weights, ids [B, T], positions [B, T], cos and sin [positions, D / 2], pages [P, pageLength, D], table [B, KV, N] (the pages with the
 * keys of layer 0), seen [B, 1, T · G, C] with C = N · pageLength (mask over the pages), own [B, 1, T · G, T] (mask over
 * the new tokens), ones [C, 16] and newOnes [T, 16], rows [U]. Outputs: logits [U, V], masses [U, V] (their
 * exponentials, 1 the largest), new keys and values.
 *
 * Every sum over keys is a matrix product, the softmax's denominator too (by a matrix of ones): a product adds in
 * the order of keys, and a hidden key adds exactly 0, so that padding and company do not change the last bit.
 * A mass below 1e-25 of the largest is 0 too: the exponential that computes it is cut off at -60, below which it
 * would cost the processor seven times as much.
 */
export function samplingGraph(config: ModelConfig): GraphFile {
  const size = headSize(config)
  const graph = buildGraph('sampling')
  const { node, floats, integers } = graph
  const inputs = decoderInputs(graph, config)
  const pages = graph.input('pages', 'float32', ['P', 'L', size])
  const table = graph.input('table', 'int32', ['B', config.num_key_value_heads, 'N'])
  const seen = graph.input('seen', 'float32', ['B', 1, 'Q', 'C'])
  const own = graph.input('own', 'float32', ['B', 1, 'Q', 'T'])
  const ones = graph.input('ones', 'float32', ['C', onesWidth])
  const newOnes = graph.input('newOnes', 'float32', ['T', onesWidth])
  const rows = graph.input('rows', 'int32', ['U'])
  const scale = floats([1 / Math.sqrt(size)])
  const most = (x: Value) => node('ReduceMax', [x], { axes: [-1], keepdims: 1 })

  const model = decoder(graph, config, inputs, (layer, { q, k, v }) => {
    graph.output(k, newKeys(layer))
    graph.output(v, newValues(layer))
    const paged = (kind: 0 | 1) => {
      const offset = graph.integers32([(layer * 2 + kind) * config.num_key_value_heads])
      const picked = node('Gather', [pages, node('Add', [table, offset])], { axis: 0 })
      return node('Reshape', [picked, integers([0, 0, -1, size])])
    }
    const scaled = node('Mul', [q, scale])
    const scores = (keys: Value, mask: Value) => {
      const product = node('MatMul', [scaled, node('Transpose', [keys], { perm: [0, 1, 3, 2] })])
      return node('Add', [product, mask])
    }
    const old = scores(paged(0), seen)
    const fresh = scores(k, own)
    const top = node('Max', [most(old), most(fresh)])
    const mass = (of: Value) => {
      const floored = node('Max', [node('Sub', [of, top]), floats([-60])])
      return node('ThresholdedRelu', [node('Exp', [floored])], { alpha: { float: 1e-25 } })
    }
    const oldMass = mass(old)
    const freshMass = mass(fresh)
    const sum = node('Add', [node('MatMul', [oldMass, paged(1)]), node('MatMul', [freshMass, v])])
    const total = node('Add', [node('MatMul', [oldMass, ones]), node('MatMul', [freshMass, newOnes])])
    return node('Div', [sum, node('Slice', [total, integers([0]), integers([1]), integers([-1])])])
  })
  const flat = node('Reshape', [model.hidden, integers([-1, config.hidden_size])])
  const logits = model.logits(node('Gather', [flat, rows], { axis: 0 }))
  graph.output(logits, 'logits')
  graph.output(node('Exp', [node('Sub', [logits, most(logits)])]), 'masses')
  return graph.file()
}
