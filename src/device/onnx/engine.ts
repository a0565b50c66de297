/** Sessions for the graphs of each model shape, and how to run them. */
import type { InferenceSession } from 'onnxruntime-node'
import type { ModelConfig } from '../../model/config.ts'
import { tensorShapes } from '../../model/tensors.ts'
import { gradientGraph } from '../graph/gradient-graph.ts'
import { samplingGraph } from '../graph/sampling-graph.ts'
import { scoreGraph } from '../graph/score-graph.ts'
import { openSession, type Runtime, type SessionOptions } from './runtime.ts'

export type Array = Float32Array | Int32Array | BigInt64Array

/** One input of a run: its values and its sizes. */
export type Feed = readonly [data: Array, shape: readonly number[]]

export type Verb = 'score' | 'gradient' | 'sampling'

export interface Engine {
  readonly threads: number
  /** Runs one graph of a model of this shape with these weights. @returns its outputs by name. */
  readonly run: (
    verb: Verb,
    model: { readonly config: ModelConfig; readonly weights: ReadonlyMap<string, Float32Array> },
    feeds: Readonly<Record<string, Feed>>,
  ) => Promise<(output: string) => Float32Array>
  readonly close: () => Promise<void>
}

const graphs = { score: scoreGraph, gradient: gradientGraph, sampling: samplingGraph } as const

/** Graphs are built when first needed; models of one shape share them. */
export function createEngine(runtime: Runtime, options: SessionOptions): Engine {
  const sessions = new Map<string, Promise<InferenceSession>>()
  const sessionOf = (verb: Verb, config: ModelConfig): Promise<InferenceSession> => {
    const key = `${verb} ${JSON.stringify(config)}`
    const known = sessions.get(key)
    if (known !== undefined) return known
    const opened = openSession(runtime, graphs[verb](config), options)
    sessions.set(key, opened)
    return opened
  }
  return {
    threads: options.threads,
    run: async (verb, { config, weights }, feeds) => {
      const session = await sessionOf(verb, config)
      const values: Record<string, InferenceSession.OnnxValueMapType[string]> = {}
      for (const [name, shape] of tensorShapes(config)) values[name] = tensor(weights.get(name)!, shape)
      for (const [name, [data, shape]] of Object.entries(feeds)) values[name] = tensor(data, shape)
      const results = await session.run(values)
      return output => {
        const data = results[output]?.data
        if (!(data instanceof Float32Array)) throw new Error(`graph ${verb} has no output named ${output}`)
        return data
      }
    },
    close: async () => {
      for (const session of sessions.values()) await (await session).release()
      sessions.clear()
    },
  }

  function tensor(data: Array, shape: readonly number[]) {
    if (data instanceof Float32Array) return new runtime.Tensor('float32', data, shape)
    if (data instanceof Int32Array) return new runtime.Tensor('int32', data, shape)
    return new runtime.Tensor('int64', data, shape)
  }
}
