/** Builds a graph of ONNX operators and remembers, for each value, how a gradient flows back through it. */
import type { Attribute, Constant, ElementType, GraphFile, Node, Port } from './onnx-file.ts'
import { nth } from '../../math/nth.ts'
import { lookUp } from '../../math/look-up.ts'

/** A tensor of the graph, by name. */
export interface Value {
  readonly name: string
}

/** The gradient of an argument; or how it is computed onto an earlier one, which it then contains. */
type GraphPart = Value | { readonly onto: (earlier: Value | undefined) => Value }

/** From the gradient of a result to the gradients of its arguments, in their order. */
type Pullback = (gradient: Value) => readonly GraphPart[]

type Attributes = Readonly<Record<string, Attribute>>

interface Recorded {
  readonly result: Value
  readonly parameters: readonly Value[]
  readonly pullback: Pullback
}

export interface Graph {
  readonly input: (name: string, type: ElementType, shape: readonly (number | string)[]) => Value
  /** One operator with one result. */
  readonly node: (operator: string, inputs: readonly Value[], attributes?: Attributes) => Value
  /** One operator with several results. */
  readonly nodes: (
    operator: string,
    inputs: readonly Value[],
    count: number,
    attributes?: Attributes,
  ) => readonly Value[]
  readonly floats: (data: ArrayLike<number>, shape?: readonly number[]) => Value
  /** A weight that never changes, kept without a copy. */
  readonly fixed: (data: Float32Array, shape: readonly number[]) => Value
  /** int64, as shapes and axes are. */
  readonly integers: (data: readonly number[]) => Value
  /** The shape is only needed where it does not follow from the inputs. */
  readonly output: (value: Value, name: string, shape?: readonly (number | string)[]) => void
  /** Says how large a value is, where that does not follow from the inputs. */
  readonly sized: (value: Value, shape: readonly (number | string)[]) => Value
  /** Says that `result` depends on `parameters`, and how. */
  readonly record: (result: Value, parameters: readonly Value[], pullback: Pullback) => Value
  /** Reverse-mode differentiation: the gradients of ⟨cotangent, result⟩ by each of `parameters`; what depends on none is left out. */
  readonly gradients: (result: Value, cotangent: Value, parameters: readonly Value[]) => readonly Value[]
  /** How many nodes there are so far. */
  readonly size: () => number
  readonly file: () => GraphFile
}

export function buildGraph(name: string): Graph {
  const nodes: Node[] = []
  const inputs: Port[] = []
  const outputs: Port[] = []
  /* Outputs bear their names from where they are made: an Identity at the end may be a copy. */
  const ports = new Map<string, string>()
  const named = (name: string): string => ports.get(name) ?? name
  const sizes: Port[] = []
  const constants = new Map<string, Constant>()
  const tape: Recorded[] = []
  let count = 0
  const fresh = (): Value => ({ name: `t${(count += 1)}` })

  const several: Graph['nodes'] = (operator, from, size, attributes = {}) => {
    const results = Array.from({ length: size }, fresh)
    const names = (values: readonly Value[]) => values.map(value => value.name)
    nodes.push({ operator, inputs: names(from), outputs: names(results), attributes })
    return results
  }
  const node: Graph['node'] = (operator, from, attributes) => nth(several(operator, from, 1, attributes), 0)
  const constant = (key: string, shape: readonly number[], data: Constant['data']): Value => {
    if (!constants.has(key)) constants.set(key, { name: `c${constants.size}`, shape, data })
    return { name: lookUp(constants, key).name }
  }

  const joined = (part: GraphPart, earlier: Value | undefined): Value => {
    if ('onto' in part) return part.onto(earlier)
    return earlier === undefined ? part : node('Add', [earlier, part])
  }

  return {
    node,
    nodes: several,
    fixed: (data, shape) => constant(`w${constants.size}`, shape, data),
    input: (port, type, shape) => {
      inputs.push({ name: port, type, shape })
      return { name: port }
    },
    floats: (data, shape = [data.length]) =>
      constant(`f${shape.join()}:${Array.from(data).join()}`, shape, Float32Array.from(data)),
    integers: data => constant(`i${data.join()}`, [data.length], BigInt64Array.from(data, BigInt)),
    output: (value, port, shape) => {
      if (ports.has(value.name)) throw new Error(`${value.name} is the output ${ports.get(value.name)} already`)
      ports.set(value.name, port)
      outputs.push({ name: port, type: 'float32', ...(shape === undefined ? {} : { shape }) })
    },
    sized: (value, shape) => {
      sizes.push({ name: value.name, type: 'float32', shape })
      return value
    },
    record: (result, parameters, pullback) => {
      tape.push({ result, parameters, pullback })
      return result
    },
    gradients: (result, cotangent, parameters) => {
      const found = new Map([[result.name, cotangent]])
      const reached = new Set(parameters.map(parameter => parameter.name))
      for (const { result, parameters: from } of tape)
        if (from.some(parameter => reached.has(parameter.name))) reached.add(result.name)
      for (const recorded of tape.toReversed()) {
        const gradient = found.get(recorded.result.name)
        if (gradient === undefined) continue
        const parts = recorded.pullback(gradient)
        recorded.parameters.forEach((parameter, index) => {
          if (!reached.has(parameter.name)) return
          found.set(parameter.name, joined(nth(parts, index), found.get(parameter.name)))
        })
      }
      return parameters.map(parameter => {
        const gradient = found.get(parameter.name)
        if (gradient === undefined) throw new Error(`no gradient reaches ${parameter.name}`)
        return gradient
      })
    },
    size: () => nodes.length,
    file: () => ({
      name,
      nodes: nodes.map(made => ({ ...made, inputs: made.inputs.map(named), outputs: made.outputs.map(named) })),
      constants: [...constants.values()],
      inputs,
      outputs,
      sizes: sizes.filter(port => !ports.has(port.name)),
    }),
  }
}
