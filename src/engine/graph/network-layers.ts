/**
 * The differentiable operations of feed-forward networks. Values are [N, width] or, in an ensemble of M members, [M, N, width] once
 * the members differ; the products of all members are one operator.
 */
import type { ConvolutionLayer, LinearLayer } from '../../contracts/models/network-layout.ts'
import { gatheredPlaces, patchPlaces } from '../../contracts/models/patches.ts'
import type { Graph, Value } from './graph.ts'
import { nth } from '../../math/nth.ts'

/** Makes HardSigmoid 1 of every positive number but the least subnormal ones, and 0 of 0: Sign of Eigen takes three times as long. */
const steep = { alpha: { float: 3.4e38 }, beta: { float: 0 } }

/** A weight by its name, as a value of these sizes. */
export type Parameter = (name: string, sizes: readonly number[]) => Value

interface NetworkLayers {
  /** x W + b, then normalised and rectified as the layer says. @param count name of the number of rows. */
  readonly linear: (x: Value, layer: LinearLayer, count?: string) => Value
  /** Squares of an image [.., N, height · width · channels] as rows, a linear layer of each, and its results beside each other. */
  readonly convolution: (x: Value, layer: ConvolutionLayer, width: number) => Value
  /** The numbers of a row from `start` on. */
  readonly rest: (x: Value, start: number, width: number) => Value
  /** Numbers of two values beside each other; the second is shared by all members. */
  readonly beside: (a: Value, b: Value, widths: readonly [number, number]) => Value
  /** What each member says of a row, beside each other: [M, N, outputs] → [N, M · outputs]. */
  readonly byRow: (x: Value, outputs: number) => Value
}

/** @param members of the ensemble; `undefined` if there is one network. @param parameter of the weights. */
export function networkLayersOf(graph: Graph, members: number | undefined, parameter: Parameter): NetworkLayers {
  const { node, nodes, floats, integers, record, sized } = graph
  const lead = members === undefined ? [] : [members]
  const shapeOf = (count: string, width: number) => [...lead, count, width]
  /* Values of one network, and those that all members share, have no axis of members. */
  const shared = new Set(['rows'])
  const isShared = (x: Value): boolean => members !== undefined && shared.has(x.name)
  const kept = (x: Value): readonly number[] => (isShared(x) ? [] : lead)
  const times = (a: Value, b: Value, transposed: 'transA' | 'transB') =>
    node('com.microsoft.FusedMatMul', [a, b], { [transposed]: 1 })
  const multiply = (a: Value, b: Value) => node('Mul', [a, b])
  const overRows = (x: Value) => node('ReduceSum', [x, integers([-2])], { keepdims: members === undefined ? 0 : 1 })
  const overMembers = (x: Value) => node('ReduceSum', [x, integers([0])], { keepdims: 0 })
  const vector = (name: string, width: number): Value =>
    parameter(name, members === undefined ? [width] : [members, 1, width])

  const affine = (x: Value, { name, inputs, outputs }: LinearLayer, count: string): Value => {
    const weight = parameter(`${name}.weight`, [...lead, inputs, outputs])
    const bias = vector(`${name}.bias`, outputs)
    const sum = node('Add', [node('MatMul', [x, weight]), bias])
    return record(sized(sum, shapeOf(count, outputs)), [x, weight, bias], gradient => {
      const byX = times(gradient, weight, 'transB')
      return [isShared(x) ? overMembers(byX) : byX, times(x, gradient, 'transA'), overRows(gradient)]
    })
  }
  /** (x − mean) / √(variance + 1e-5) · scale + shift. */
  const normalised = (x: Value, { name, outputs }: LinearLayer, count: string): Value => {
    const [scale, shift] = [vector(`${name}.scale`, outputs), vector(`${name}.shift`, outputs)]
    const mean = (of: Value) => node('ReduceMean', [of], { axes: [-1], keepdims: 1 })
    const centred = (of: Value) => node('Sub', [of, mean(of)])
    const ones = floats(new Float32Array(outputs).fill(1))
    const attributes = { axis: -1, epsilon: { float: 1e-5 } }
    const [unit, inverse] = nodes('SimplifiedLayerNormalization', [centred(x), ones], 2, attributes) as [Value, Value]
    sized(unit, shapeOf(count, outputs))
    sized(inverse, shapeOf(count, 1))
    const result = sized(node('Add', [multiply(unit, scale), shift]), shapeOf(count, outputs))
    return record(result, [x, scale, shift], gradient => {
      const scaled = multiply(gradient, scale)
      const along = multiply(unit, mean(multiply(scaled, unit)))
      const byX = centred(multiply(inverse, node('Sub', [scaled, along])))
      return [byX, overRows(multiply(gradient, unit)), overRows(gradient)]
    })
  }
  /** max(0, x), whose gradient is 0 at 0. */
  const rectified = (x: Value, width: number, count: string): Value => {
    const result = sized(node('Relu', [x]), shapeOf(count, width))
    return record(result, [x], gradient => [multiply(gradient, node('HardSigmoid', [result], steep))])
  }
  const linear: NetworkLayers['linear'] = (x, layer, count = 'N') => {
    const sum = affine(x, layer, count)
    const unit = layer.normalised ? normalised(sum, layer, count) : sum
    return layer.rectified ? rectified(unit, layer.outputs, count) : unit
  }
  const reshaped = (x: Value, from: readonly number[], to: readonly number[]): Value =>
    record(node('Reshape', [x, integers(to)]), [x], gradient => [node('Reshape', [gradient, integers(from)])])

  return {
    linear,
    convolution: (x, layer, width) => {
      const places = patchPlaces(layer)
      const squares = places.length / layer.inputs
      const count = `${squares}*N`
      const gathered = gatheredFrom(graph, x, { places, width, kept: kept(x) })
      const rows = reshaped(gathered, [...kept(x), -1, places.length], [...kept(x), -1, layer.inputs])
      if (isShared(x)) shared.add(rows.name)
      sized(rows, [...kept(x), count, layer.inputs])
      const all = squares * layer.outputs
      return sized(
        reshaped(linear(rows, layer, count), [...lead, -1, layer.outputs], [...lead, -1, all]),
        shapeOf('N', all),
      )
    },
    rest: (x, start, width) => {
      const slice = node('Slice', [x, integers([start]), integers([width]), integers([-1])])
      shared.add(slice.name)
      return record(slice, [x], gradient => [node('Pad', [gradient, integers([0, start, 0, 0])])])
    },
    beside: (a, b, [first, second]) => {
      const spread = members === undefined ? b : node('Expand', [b, integers([members, 1, 1])])
      const part = (gradient: Value, start: number, end: number) =>
        node('Slice', [gradient, integers([start]), integers([end]), integers([-1])])
      const result = sized(node('Concat', [a, spread], { axis: -1 }), shapeOf('N', first + second))
      return record(result, [a, b], gradient => {
        const ofB = part(gradient, first, first + second)
        return [part(gradient, 0, first), members === undefined ? ofB : overMembers(ofB)]
      })
    },
    byRow: (x, outputs) => {
      if (members === undefined) return x
      const turned = (of: Value): Value => node('Transpose', [of], { perm: [1, 0, 2] })
      const result = node('Reshape', [turned(x), integers([-1, nth(lead, 0) * outputs])])
      return record(result, [x], gradient => [
        /* A column that lies in one piece has a faster product. */
        outputs === 1
          ? node('Reshape', [node('Transpose', [gradient], { perm: [1, 0] }), integers([members, -1, 1])])
          : turned(node('Reshape', [gradient, integers([-1, members, outputs])])),
      ])
    },
  }
}

/** The numbers of a row at some places, beside each other. @param kept the axis of members, if `x` has one. */
function gatheredFrom(
  { node, integers, record }: Graph,
  x: Value,
  { places, width, kept }: { readonly places: Int32Array; readonly width: number; readonly kept: readonly number[] },
): Value {
  const { table, most } = gatheredPlaces(places, width)
  return record(node('Gather', [x, integers([...places])], { axis: -1 }), [x], gradient => {
    const padded = node('Pad', [gradient, integers(kept.length === 0 ? [0, 0, 0, 1] : [0, 0, 0, 0, 0, 1])])
    const found = node('Gather', [padded, integers([...table])], { axis: -1 })
    const uses = node('Reshape', [found, integers([...kept, -1, width, most])])
    return [node('ReduceSum', [uses, integers([-1])], { keepdims: 0 })]
  })
}
