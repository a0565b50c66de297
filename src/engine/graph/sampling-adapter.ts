/** Adapters of layers side by side in a sampling graph, as inputs of it. */
import type { LoraConfig } from '../../contracts/models/model-config.ts'
import { lookUp } from '../../math/look-up.ts'
import { nth } from '../../math/nth.ts'
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
  const { r: rank } = lora
  const added: AdapterInput[] = []
  const ranks = rank * names.length
  const outputs = sizes.reduce((total, size) => total + size, 0)
  const { a, b } = adapterNames(nth(names, 0))
  const low = times(x, a, [ranks, inputs], stacked, undefined)
  return { result: times(low, b, [outputs, ranks], diagonal, sum), added }

  function times(
    rows: Value,
    name: string,
    shape: readonly [outputs: number, inputs: number],
    all: AdapterInput['of'],
    plus: Value | undefined,
  ): Value {
    const columns = (start: number, end: number): Value => {
      const input = { name: `${name}[${start}]`, shape: [shape[0], end - start] as const }
      added.push({ ...input, of: weights => cut(all(weights), shape[1], start, end) })
      return graph.input(input.name, 'float32', input.shape)
    }
    return product(graph, rows, columns, { shape, steady: true, plus, alpha: half })
  }

  /** [ranks, inputs] */
  function stacked(weights: ReadonlyMap<string, Float32Array>): Float32Array {
    const result = new Float32Array(ranks * inputs)
    names.forEach((name, at) => result.set(lookUp(weights, adapterNames(name).a), at * rank * inputs))
    return result
  }

  /** [outputs, ranks] */
  function diagonal(weights: ReadonlyMap<string, Float32Array>): Float32Array {
    const result = new Float32Array(outputs * ranks)
    let row = 0
    names.forEach((name, at) => {
      const factor = adapterScale(lora) / half ** 2 / divisor(name)
      const up = lookUp(weights, adapterNames(name).b)
      for (let from = 0; from < up.length; from += rank, row += 1)
        result.set(
          up.subarray(from, from + rank).map(weight => weight * factor),
          row * ranks + at * rank,
        )
    })
    return result
  }
}

/** The columns [start, end) of a matrix with so many. */
function cut(matrix: Float32Array, columns: number, start: number, end: number): Float32Array {
  if (end - start === columns) return matrix
  const width = end - start
  const result = new Float32Array((matrix.length / columns) * width)
  for (let row = 0; row * width < result.length; row += 1)
    result.set(matrix.subarray(row * columns + start, row * columns + end), row * width)
  return result
}
