import { layerSizes, type Layer, type NetworkState } from '../../contracts/models/network.ts'
import type { NetworkGradients, NetworkPasses } from './network-passes.ts'
import { lastOf } from '../../math/last-of.ts'
import { nth } from '../../math/nth.ts'

/**
 * Both passes in plain JavaScript, summed in float64: the fallback without a native engine, and its reference in tests.
 */
export function plainPasses(state: NetworkState): NetworkPasses {
  const sizes = layerSizes(state)
  return {
    forward: async (layers, rows, count) => Float32Array.from(lastOf(valuesOf(layers, sizes, rows, count))),
    backward: async (layers, rows, outputGradients, count) =>
      gradientsOf(layers, { sizes, values: valuesOf(layers, sizes, rows, count), outputGradients, count }),
    close: async () => {},
  }
}

type Sizes = ReturnType<typeof layerSizes>

/** @returns [layers + 1] the rows, then the outputs of each layer: [count × width], rectified except the last. */
function valuesOf(layers: readonly Layer[], sizes: Sizes, rows: Float32Array, count: number): readonly Float64Array[] {
  const values = [Float64Array.from(rows.subarray(0, count * (sizes[0]?.[0] ?? 0)))]
  for (const [index, [inputs, outputs]] of sizes.entries()) {
    const { weight, bias } = nth(layers, index)
    const from = nth(values, index)
    const result = new Float64Array(count * outputs)
    for (let row = 0; row < count; row += 1) {
      for (let output = 0; output < outputs; output += 1) {
        let sum = bias[output]!
        for (let input = 0; input < inputs; input += 1)
          sum += from[row * inputs + input]! * weight[input * outputs + output]!
        result[row * outputs + output] = index === sizes.length - 1 ? sum : Math.max(0, sum)
      }
    }
    values.push(result)
  }
  return values
}

interface Forward {
  readonly sizes: Sizes
  readonly values: readonly Float64Array[]
  readonly outputGradients: Float32Array
  readonly count: number
}

function gradientsOf(layers: readonly Layer[], { sizes, values, outputGradients, count }: Forward): NetworkGradients {
  const found: Layer[] = []
  let gradient = Float64Array.from(outputGradients)
  for (const [index, [inputs, outputs]] of [...sizes.entries()].toReversed()) {
    const from = nth(values, index)
    const { weight } = nth(layers, index)
    const byWeight = new Float64Array(inputs * outputs)
    const byBias = new Float64Array(outputs)
    const before = new Float64Array(count * inputs)
    for (let row = 0; row < count; row += 1) {
      for (let output = 0; output < outputs; output += 1) {
        const outputGradient = gradient[row * outputs + output]!
        byBias[output]! += outputGradient
        for (let input = 0; input < inputs; input += 1) {
          byWeight[input * outputs + output]! += from[row * inputs + input]! * outputGradient
          before[row * inputs + input]! += weight[input * outputs + output]! * outputGradient
        }
      }
    }
    /* The rectifier before this layer lets nothing through where it gave 0; the rows themselves are not rectified. */
    if (index > 0) before.forEach((_, place) => from[place] === 0 && (before[place] = 0))
    found.unshift({ weight: Float32Array.from(byWeight), bias: Float32Array.from(byBias) })
    gradient = before
  }
  return { rows: Float32Array.from(gradient), layers: found }
}
