/** Adapters of layers side by side in a sampling graph, as inputs of it. */
import type { LoraConfig } from '../../contracts/models/model-config.ts'
import { lookUp } from '../../math/look-up.ts'
import { nth } from '../../math/nth.ts'
import { sideBySide } from '../../model/tensors/side-by-side.ts'
import { adapterScale } from '../../model/lora/lora.ts'
import { adapterNames } from '../../model/tensors/tensors.ts'
import type { Graph, Value } from './graph.ts'
import { product } from './product.ts'

/** An input of a graph that follows from an adapter's weights. */
export interface AdapterInput {
  readonly name: string
  readonly shape: readonly [number, number]
  readonly of: (weights: ReadonlyMap<string, Float32Array>) => Float32Array
}

interface Adapters {
  readonly lora: LoraConfig
  /** Of the layers' weights, each of which has an adapter, and how many outputs each has. */
  readonly names: readonly string[]
  readonly sizes: readonly number[]
  readonly inputs: number
  /** Of a layer's outputs. */
  readonly divisor: (name: string) => number
}

/** A factor of each product, which is not 1 and loses no bit: see `product`. */
const half = 0.5

/**
 * The sum with (x Aᵀ) Bᵀ · scale / divisor of each layer. The A lie one below another and the B along a diagonal, in blocks of their columns.
 *
 * @param sum [N, outputs of all]
 */
export function withAdapters(
  graph: Graph,
  x: Value,
  sum: Value,
  { lora, names, sizes, inputs, divisor }: Adapters,
): { readonly result: Value; readonly added: readonly AdapterInput[] } {
  const added: AdapterInput[] = []
  const times = (rows: Value, { name, shape, of }: AdapterInput, plus?: Value): Value => {
    const columns = (start: number, end: number): Value => {
      const input = { name: `${name}[${start}]`, shape: [shape[0], end - start] as const }
      added.push({ ...input, of: cut(of, shape[1], start, end) })
      return graph.input(input.name, 'float32', input.shape)
    }
    return product(graph, rows, columns, { shape, steady: true, plus, alpha: half })
  }
  const ranks = lora.r * names.length
  const outputs = sizes.reduce((total, size) => total + size, 0)
  const { a, b } = adapterNames(nth(names, 0))
  const factors = names.map(name => adapterScale(lora) / half ** 2 / divisor(name))
  const down = { name: a, shape: [ranks, inputs], of: stacked(names) } as const
  const up = { name: b, shape: [outputs, ranks], of: diagonal(names, factors, lora.r) } as const
  return { result: times(times(x, down), up, sum), added }
}

/* Below, apart: what they return must not hold on to the graph with its weights. */

const stacked =
  (names: readonly string[]): AdapterInput['of'] =>
  weights =>
    sideBySide(names.map(name => lookUp(weights, adapterNames(name).a)))

const diagonal =
  (names: readonly string[], factors: readonly number[], rank: number): AdapterInput['of'] =>
  weights => {
    const all = names.map(name => lookUp(weights, adapterNames(name).b))
    const width = rank * names.length
    const result = new Float32Array((all.reduce((sum, { length }) => sum + length, 0) / rank) * width)
    let row = 0
    all.forEach((each, at) => {
      const factor = nth(factors, at)
      for (let from = 0; from < each.length; from += rank, row += 1) {
        const scaled = each.subarray(from, from + rank).map(weight => weight * factor)
        result.set(scaled, row * width + at * rank)
      }
    })
    return result
  }

/** The columns [start, end) of a matrix with so many. */
const cut =
  (of: AdapterInput['of'], columns: number, start: number, end: number): AdapterInput['of'] =>
  weights => {
    const matrix = of(weights)
    const width = end - start
    if (width === columns) return matrix
    const result = new Float32Array((matrix.length / columns) * width)
    for (let row = 0; row * width < result.length; row += 1)
      result.set(matrix.subarray(row * columns + start, row * columns + end), row * width)
    return result
  }
