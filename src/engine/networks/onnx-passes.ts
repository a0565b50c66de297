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
  const graphs = networkTrainingGraphs(shape)
  const settings = { ...options, threads: Math.min(options.threads, members) }
  const forward = await openProgram(runtime, graphs.forward, settings)
  let backward: { readonly first: OnnxProgram; readonly second: OnnxProgram } | null = null
  let begun: Begun | null = null
  const opened = async () => {
    const { first, second } = graphs.backward
    backward ??= {
      first: await openProgram(runtime, first, settings),
      second: await openProgram(runtime, second, settings),
    }
    return backward
  }
  const sizes = new Map(graphs.forward.inputs.map(({ name, shape = [] }) => [name, shape.map(Number)]))
  const feedOf =
    (weights: NetworkTensors, rows: Float32Array, count: number, others = noOthers) =>
    (name: string): Feed => {
      if (name === 'rows') return twoRows(rows, count, inputs)
      const weight = weights[name]
      return weight === undefined ? others(name) : [weight, lookUp(sizes, name)]
    }
  const begin = async (weights: NetworkTensors, rows: Float32Array, count: number): Promise<Begun> => {
    const { first } = await opened()
    begun = null
    const outputs = await first.run(feedOf(weights, rows, count))
    begun = { weights, rows: rows.slice(0, count * inputs), outputs }
    return begun
  }
  const outputsOf = (outputs: Outputs, count: number) => outputs('outputs')[0].slice(0, count * rowOutputs(shape))
  return {
    forward: async (weights, rows, count) => {
      /* Rows of a batch that is trained on are mostly trained on next. */
      if (begun !== null && begun.rows.length === count * inputs)
        return outputsOf((await begin(weights, rows, count)).outputs, count)
      return outputsOf(await forward.run(feedOf(weights, rows, count)), count)
    },
    backward: async ({ weights, rows, outputGradients, count }: BackwardPass, into) => {
      const known = begun?.weights === weights && sameNumbers(begun.rows, rows) ? begun : null
      const { outputs } = known ?? (await begin(weights, rows, count))
      const { second } = await opened()
      const width = rowOutputs(shape)
      const results = await second.run(
        feedOf(weights, rows, count, name =>
          name === 'outputGradients' ? twoRows(outputGradients, count, width) : outputs(name),
        ),
        output => into[output.slice(gradientOfInput('').length)],
      )
      return results(gradientOfInput('rows'))[0].slice(0, count * inputs)
    },
    close: async () => {
      await forward.close()
      await backward?.first.close()
      await backward?.second.close()
    },
  }
}

const noOthers = (name: string): Feed => {
  throw new Error(`a network has no input named ${name}`)
}

const sameNumbers = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
