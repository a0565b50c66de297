/** Both passes of a network on ONNX Runtime. */
import { rowOutputs } from '../../contracts/models/network-layout.ts'
import type { NetworkShape, NetworkTensors } from '../../contracts/models/network.ts'
import { lookUp } from '../../math/look-up.ts'
import { gradientOfInput, networkTrainingGraphs } from '../graph/network-graphs.ts'
import { openProgram, type Feed, type OnnxProgram, type Outputs } from '../local/sessions/program.ts'
import type { Runtime, SessionOptions } from '../local/sessions/runtime.ts'
import type { BackwardPass, NetworkPasses } from './network-passes.ts'
import { twoRows } from './two-rows.ts'

/** A forward pass whose values the second part of the backward pass reads. */
interface Begun {
  readonly weights: NetworkTensors
  readonly rows: Float32Array
  readonly outputs: Outputs
}

/**
 * A product of one network is computed by one thread, or else its bits would depend on the number of threads; the members of an
 * ensemble share the threads.
 */
export async function onnxPasses(
  runtime: Runtime,
  shape: NetworkShape,
  options: SessionOptions,
): Promise<NetworkPasses> {
  const { inputs, members = 1 } = shape
  const width = rowOutputs(shape)
  const graphs = networkTrainingGraphs(shape)
  const settings = { ...options, threads: Math.min(options.threads, members) }
  const forward = await openProgram(runtime, graphs.forward, settings)
  const opened: Partial<Record<keyof typeof graphs, OnnxProgram>> = { forward }
  const program = async (part: keyof typeof graphs) =>
    (opened[part] ??= await openProgram(runtime, graphs[part], settings))
  let begun: Begun | null = null
  const sizes = new Map(graphs.forward.inputs.map(({ name, shape = [] }) => [name, shape.map(Number)]))
  const feedOf =
    (weights: NetworkTensors, rows: Float32Array, count: number, others = noOthers) =>
    (name: string): Feed => {
      if (name === 'rows') return twoRows(rows, count, inputs)
      const weight = weights[name]
      return weight === undefined ? others(name) : [weight, lookUp(sizes, name)]
    }
  const begin = async (weights: NetworkTensors, rows: Float32Array, count: number): Promise<Begun> => {
    const first = await program('first')
    begun = null
    const outputs = await first.run(feedOf(weights, rows, count))
    begun = { weights, rows: rows.slice(0, count * inputs), outputs }
    return begun
  }
  const outputsOf = (outputs: Outputs, count: number) => outputs('outputs')[0].slice(0, count * width)
  const finish = async (
    part: 'byWeights' | 'byRows',
    { weights, rows, outputGradients, count }: BackwardPass,
    into?: (output: string) => Float32Array | undefined,
  ): Promise<Outputs> => {
    const known = begun?.weights === weights && sameNumbers(begun.rows, rows) ? begun : null
    const { outputs } = known ?? (await begin(weights, rows, count))
    const second = await program(part)
    const others = (name: string): Feed =>
      name === 'outputGradients' ? twoRows(outputGradients, count, width) : outputs(name)
    return second.run(feedOf(weights, rows, count, others), into)
  }
  return {
    forward: async (weights, rows, count) => {
      /* Rows of a batch that is trained on are mostly trained on next. */
      if (begun !== null && begun.rows.length === count * inputs)
        return outputsOf((await begin(weights, rows, count)).outputs, count)
      return outputsOf(await forward.run(feedOf(weights, rows, count)), count)
    },
    backward: async (given, into) => {
      await finish('byWeights', given, output => into[output.slice(gradientOfInput('').length)])
    },
    rowGradients: async given => {
      const results = await finish('byRows', given)
      return results(gradientOfInput('rows'))[0].slice(0, given.count * inputs)
    },
    close: async () => {
      for (const part of Object.values(opened)) await part.close()
    },
  }
}

const noOthers = (name: string): Feed => {
  throw new Error(`a network has no input named ${name}`)
}

const sameNumbers = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
