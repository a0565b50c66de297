import { networkLayout, rowOutputs } from '../../contracts/models/network-layout.ts'
import type { NetworkShape, NetworkTensors } from '../../contracts/models/network.ts'
import type { BackwardPass, NetworkPasses } from './network-passes.ts'
import { patchPlaces } from '../../contracts/models/patches.ts'
import { after, beside, gatherPlaces, linearLayer, type Computed, type Weight } from './plain-layers.ts'

/**
 * Both passes in plain JavaScript, in float64, member by member: the fallback without a native engine, and its reference in tests.
 */
export function plainPasses(shape: NetworkShape): NetworkPasses {
  const { members = 1, inputs, outputs } = shape
  const width = rowOutputs(shape)
  const each = (weights: NetworkTensors, rows: Float32Array, count: number) =>
    Array.from({ length: members }, (_, member) => memberOf(shape, weights, member, rows.subarray(0, count * inputs)))
  const placeOf = (member: number, place: number): number =>
    Math.floor(place / outputs) * width + member * outputs + (place % outputs)
  const gradients = ({ weights, rows, outputGradients, count }: BackwardPass) => {
    const byRows = new Float64Array(count * inputs)
    const byWeights = each(weights, rows, count).map(({ back, gradients: own }, member) => {
      const slopes = Float64Array.from(
        { length: count * outputs },
        (_, place) => outputGradients[placeOf(member, place)]!,
      )
      back(slopes).forEach((value, place) => (byRows[place]! += value))
      return own
    })
    return { byRows, byWeights }
  }
  return {
    forward: async (weights, rows, count) => {
      const found = new Float32Array(count * width)
      for (const [member, { result }] of each(weights, rows, count).entries())
        result.forEach((value, place) => (found[placeOf(member, place)] = value))
      return found
    },
    backward: async (given, into) => {
      for (const [member, own] of gradients(given).byWeights.entries())
        for (const [name, gradient] of own) into[name]?.set(gradient, member * gradient.length)
    },
    rowGradients: async given => Float32Array.from(gradients(given).byRows),
    close: async () => {},
  }
}

/** One member's forward pass, with the gradients of its weights, which `back` adds to. */
function memberOf(shape: NetworkShape, weights: NetworkTensors, member: number, given: Float32Array) {
  const { convolutions, pixels, linear: layers } = networkLayout(shape)
  const gradients = new Map<string, Float64Array>()
  const weight: Weight = name => {
    const all = weights[name] ?? new Float32Array(0)
    const length = all.length / (shape.members ?? 1)
    const gradient = new Float64Array(length)
    gradients.set(name, gradient)
    return { values: all.subarray(member * length, (member + 1) * length), gradient }
  }
  const rows = Float64Array.from(given)
  const count = rows.length / shape.inputs
  const start: Computed = { result: rows, back: gradient => gradient }
  const image = convolutions.reduce(
    (from, layer) =>
      after(
        after(from, x => gatherPlaces(x, count, patchPlaces(layer))),
        x => linearLayer(x, layer, weight),
      ),
    start,
  )
  const seen = convolutions.length === 0 ? start : beside(image, { rows, count, start: pixels })
  return { ...layers.reduce((from, layer) => after(from, x => linearLayer(x, layer, weight)), seen), gradients }
}
