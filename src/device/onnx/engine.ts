/** Sessions for the graphs of each model shape, and how to run them. */
import type { InferenceSession } from 'onnxruntime-node'
import type { ModelConfig } from '../../model/config.ts'
import { tensorShapes } from '../../model/tensors.ts'
import type { CutGraph } from '../graph/cut.ts'
import { encodeGraph, type GraphFile } from '../graph/onnx-file.ts'
import { scoreGraph } from '../graph/score-graph.ts'
import { trainingGraphs } from '../graph/training-graphs.ts'
import { openSession, type Runtime, type SessionOptions } from './runtime.ts'

/** One input of a run: its values and its sizes. */
export type Feed = readonly [data: Float32Array | Int32Array | BigInt64Array, shape: readonly number[]]
export type Feeds = Readonly<Record<string, Feed>>

export interface ModelWeights {
  readonly config: ModelConfig
  readonly weights: ReadonlyMap<string, Float32Array>
}

/** The outputs of a run, by name. */
export type Outputs = (name: string) => readonly [data: Float32Array, shape: readonly number[]]

export interface Engine {
  readonly threads: number
  readonly run: (verb: 'score', model: ModelWeights, feeds: Feeds) => Promise<Outputs>
  /** The forward pass of training; `backward` goes on from it with ∂loss/∂log-probability. */
  readonly train: (
    model: ModelWeights,
    feeds: Feeds,
  ) => Promise<{ readonly forward: Outputs; readonly backward: (further: Feeds) => Promise<Outputs> }>
  /** A graph that has its weights inside; whoever opens it closes it, or the engine's end does. */
  readonly open: (graph: GraphFile) => Promise<OpenGraph>
  readonly close: () => Promise<void>
}

export interface OpenGraph {
  /** Computes these outputs only. */
  readonly run: (feeds: Feeds, outputs: readonly string[]) => Promise<Outputs>
  readonly close: () => Promise<void>
}

const graphs = { score: scoreGraph } as const

/** Graphs are built when first needed; models of one shape share them. */
export function createEngine(runtime: Runtime, options: SessionOptions): Engine {
  const sessions = new Map<string, Promise<InferenceSession>>()
  const trainings = new Map<string, CutGraph>()
  const open = new Set<InferenceSession>()
  const session = (key: string, { config }: ModelWeights, graph: () => GraphFile): Promise<InferenceSession> =>
    remembered(sessions, `${key} ${JSON.stringify(config)}`, () => openSession(runtime, encodeGraph(graph()), options))

  const run = async (opened: InferenceSession, { config, weights }: ModelWeights, feeds: Feeds): Promise<Outputs> => {
    const shapes = tensorShapes(config)
    const values: Record<string, InferenceSession.OnnxValueMapType[string]> = {}
    for (const name of opened.inputNames) {
      const [data, shape] = feeds[name] ?? [weights.get(name)!, shapes.get(name)!]
      values[name] = tensor(data, shape)
    }
    return outputsOf(await opened.run(values))
  }

  return {
    threads: options.threads,
    run: async (verb, model, feeds) => run(await session(verb, model, () => graphs[verb](model.config)), model, feeds),
    train: async (model, feeds) => {
      const { config } = model
      const { first, second, carried } = remembered(trainings, JSON.stringify(config), () => trainingGraphs(config))
      const forward = await run(await session('forward', model, () => first), model, feeds)
      const between = Object.fromEntries(carried.map(name => [name, forward(name)]))
      return {
        forward,
        backward: async further =>
          run(await session('backward', model, () => second), model, { ...feeds, ...between, ...further }),
      }
    },
    open: async graph => {
      const opened = await openSession(runtime, encodeGraph(graph), options)
      open.add(opened)
      return {
        run: async (feeds, outputs) => {
          const values: Record<string, InferenceSession.OnnxValueMapType[string]> = {}
          for (const name of opened.inputNames) values[name] = tensor(...feeds[name]!)
          return outputsOf(await opened.run(values, outputs))
        },
        close: async () => {
          if (open.delete(opened)) await opened.release()
        },
      }
    },
    close: async () => {
      for (const opened of sessions.values()) await (await opened).release()
      for (const opened of open) await opened.release()
      sessions.clear()
      open.clear()
    },
  }

  function tensor(data: Feed[0], shape: readonly number[]) {
    if (data instanceof Float32Array) return new runtime.Tensor('float32', data, shape)
    if (data instanceof Int32Array) return new runtime.Tensor('int32', data, shape)
    return new runtime.Tensor('int64', data, shape)
  }
}

function outputsOf(results: InferenceSession.OnnxValueMapType): Outputs {
  return output => {
    const result = results[output]
    if (!(result?.data instanceof Float32Array)) throw new Error(`the graph has no output named ${output}`)
    return [result.data, result.dims]
  }
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
