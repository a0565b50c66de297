/** Programs for the graphs of each model shape, and how to run them. */
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import type { GraphFile } from '../../graph/onnx-file.ts'
import { logprobsGraph } from '../../graph/sequences/logprobs-graph.ts'
import { trainingGraphs } from '../../graph/sequences/training-graphs.ts'
import { openProgram, type Feed, type Outputs, type OnnxProgram } from './program.ts'
import type { Runtime, SessionOptions } from './runtime.ts'
import { isLarge } from '../../../model/tensors/memory.ts'
import { lookUp } from '../../../math/look-up.ts'

export type Feeds = Readonly<Record<string, Feed>>

interface ModelWeights {
  readonly config: ModelConfig
  /** Of the weights, by name. */
  readonly shapes: ReadonlyMap<string, readonly number[]>
  readonly weights: ReadonlyMap<string, Float32Array>
}

interface Backward {
  /** From the forward pass to further inputs. */
  readonly feeds: (forward: Outputs) => Feeds
  /** Where outputs are to be written. */
  readonly into: Readonly<Record<string, Float32Array>>
}

export interface Engine {
  /** Whether `train` also takes the inputs of graphs with a prefix. They were tried on the processor alone. */
  readonly sharesPrefixes: boolean
  /** The outputs hold until the next such run. */
  readonly logprobs: (model: ModelWeights, feeds: Feeds) => Promise<Outputs>
  /**
   * The forward pass of training, and the backward pass that follows it.
   *
   * @returns outputs of the backward pass that are not written elsewhere, valid until the next run.
   */
  readonly train: (model: ModelWeights, feeds: Feeds, backward: Backward) => Promise<Outputs>
  /** A graph with its weights as constants; it is closed by its owner, or with the engine. @param lean see `SessionOptions`. */
  readonly open: (graph: GraphFile, lean: boolean) => Promise<OpenGraph>
  readonly close: () => Promise<void>
}

export interface OpenGraph {
  /** The outputs hold until the next run; those named in `into` are written there. */
  readonly run: (feeds: Feeds, into: Readonly<Record<string, Float32Array>>) => Promise<Outputs>
  readonly close: () => Promise<void>
}

/** Graphs are built when first needed; models of one shape share them. */
export function createEngine(runtime: Runtime, options: SessionOptions): Engine {
  const programs = new Map<string, Promise<OnnxProgram>>()
  const trainings = new Map<string, Promise<Training>>()
  const apart = new Set<OnnxProgram>()
  let lastTraining: Promise<unknown> = Promise.resolve()

  const openTraining = async (config: ModelConfig, prefix: boolean): Promise<Training> => {
    const lean = isLarge(config)
    const { first, second, carried } = trainingGraphs(config, { portable: options.provider !== 'cpu', lean, prefix })
    const forward = await openProgram(runtime, first, { ...options, lean })
    return { forward, backward: await openProgram(runtime, second, { ...options, lean }), carried: new Set(carried) }
  }

  return {
    sharesPrefixes: options.provider === 'cpu',
    logprobs: async (model, feeds) => {
      const { config } = model
      const open = () => openProgram(runtime, logprobsGraph(config), { ...options, lean: isLarge(config) })
      const program = await remembered(programs, JSON.stringify(config), open)
      return program.run(feeding(model, feeds))
    },
    train: async (model, feeds, { feeds: further, into }) => {
      const { config } = model
      const prefix = 'prefixLength' in feeds
      const opened = remembered(trainings, JSON.stringify([config, prefix]), () => openTraining(config, prefix))
      const { forward, backward, carried } = await opened
      const both = async (): Promise<Outputs> => {
        const passed = await forward.run(feeding(model, feeds))
        const feed = feeding(model, { ...feeds, ...further(passed) })
        return backward.run(
          name => (carried.has(name) ? passed(name) : feed(name)),
          name => into[name],
        )
      }
      /* Carried values lie in the first program's memory: no other training may come between. */
      const result = lastTraining.then(both, both)
      lastTraining = result
      return result
    },
    open: async (graph, lean) => {
      const program = await openProgram(runtime, graph, { ...options, lean })
      apart.add(program)
      return {
        run: async (feeds, into) =>
          program.run(
            name => given(feeds, name),
            name => into[name],
          ),
        close: async () => {
          if (apart.delete(program)) await program.close()
        },
      }
    },
    close: async () => {
      for (const program of programs.values()) await (await program).close()
      for (const training of trainings.values()) {
        const { forward, backward } = await training
        await forward.close()
        await backward.close()
      }
      for (const program of apart) await program.close()
      programs.clear()
      apart.clear()
      trainings.clear()
    },
  }
}

interface Training {
  readonly forward: OnnxProgram
  readonly backward: OnnxProgram
  readonly carried: ReadonlySet<string>
}

/** Inputs by name: the model's weights, and those of the call. */
function feeding({ shapes, weights }: ModelWeights, feeds: Feeds): (name: string) => Feed {
  return name => {
    const weight = weights.get(name)
    return weight === undefined ? given(feeds, name) : [weight, lookUp(shapes, name)]
  }
}

function given(feeds: Feeds, name: string): Feed {
  const feed = feeds[name]
  if (feed === undefined) throw new Error(`nothing was given for the input ${name}`)
  return feed
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
