/**
 * A graph made ready to run, with the memory that its results are written to.
 *
 * onnxruntime-node 1.30 copies every output of a run into a new array, even where it was given one to write to: 7 to
 * 24 ms for 30 outputs of 1 MB that take 2 ms to compute, most of it page faults of the new arrays. It hands outputs
 * over in order and gives up at the first that is no tensor. So the first output of our graphs is a sequence: when the
 * error comes, all others lie in the arrays that they were to be written to. Without the error they do so too: where there
 * is little to copy, which takes less time than the error, the sequence is not asked for.
 */
import { types } from 'node:util'
import type { InferenceSession, Tensor } from 'onnxruntime-common'
import { elementTypeOf, encodeGraph, type GraphFile } from '../../graph/onnx-file.ts'
import { openSession, type Runtime, type Session, type SessionOptions } from './runtime.ts'
import { nth } from '../../../math/nth.ts'
import { isError } from '../../../contracts/built-in-error.ts'

/** One input of a run: its values and its sizes. */
export type Feed = readonly [data: Float32Array | Int32Array | BigInt64Array, shape: readonly number[]]

/** The outputs of a run, by name; they hold until the program's next run. */
export type Outputs = (name: string) => readonly [data: Float32Array, shape: readonly number[]]

export interface OnnxProgram {
  /**
   * @param feed the value of each input.
   * @param into where an output is to be written, of just its length; left out, to the program's own memory.
   */
  readonly run: (feed: (input: string) => Feed, into?: (output: string) => Float32Array | undefined) => Promise<Outputs>
  readonly close: () => Promise<void>
}

type Size = number | string

const withholding = 'withholding'
const withheld = 'Non tensor type'

/** What takes about as long to copy as an error takes to be made: 15 µs. */
const fewBytes = 2 ** 16

/** @throws {Error} if the provider refuses the graph. */
export async function openProgram(runtime: Runtime, graph: GraphFile, options: SessionOptions): Promise<OnnxProgram> {
  const session = await openSession(runtime, encodeGraph(withholdingOutputs(graph)), options)
  return programOf(runtime, graph.name, session)
}

/** Apart from where the session is opened: what is returned holds on to all that one of its functions names, as a graph with its weights. */
function programOf(runtime: Runtime, graph: string, session: Session): OnnxProgram {
  const inputs = tensorsOf(session.inputMetadata)
  const outputs = tensorsOf(session.outputMetadata)
  const memory = new Map<string, Float32Array>()

  return {
    run: async (feed, into = () => undefined) => {
      const sizes = new Map<Size, number>()
      const feeds: Record<string, Tensor> = {}
      for (const [name, wanted] of inputs) {
        const [data, shape] = feed(name)
        wanted.forEach((size, axis) => sizes.set(size, nth(shape, axis)))
        feeds[name] = tensor(data, shape)
      }
      const results = places(sizes, into)
      const bytes = Object.values(results).reduce((sum, { size }) => sum + 4 * size, 0)
      if (bytes <= fewBytes) await session.run(feeds, results)
      else await session.run(feeds, { ...results, [withholding]: null }).catch(onlyWithheld)
      return name => {
        const result = results[name]
        if (!types.isFloat32Array(result?.data)) throw new Error(`graph ${graph} has no output named ${name}`)
        return [result.data, result.dims]
      }
    },
    close: async () => session.release(),
  }

  /** Memory for an output, the same at every run if it is large enough. */
  function room(name: string, shape: readonly number[]): Float32Array {
    const length = shape.reduce((product, size) => product * size, 1)
    const known = memory.get(name)
    if (known !== undefined && known.length >= length) return known.subarray(0, length)
    const made = new Float32Array(length)
    memory.set(name, made)
    return made
  }

  function places(
    sizes: ReadonlyMap<Size, number>,
    into: (output: string) => Float32Array | undefined,
  ): Record<string, Tensor> {
    const found: Record<string, Tensor> = {}
    for (const [name, shape] of outputs) {
      const known = shape.map(size => measured(size, sizes))
      if (!known.every(size => size !== undefined)) {
        throw new Error(`graph ${graph} says not how large its output ${name} is: [${shape.join()}]`)
      }
      found[name] = tensor(into(name) ?? room(name, known), known)
    }
    return found
  }

  function tensor(data: Feed[0], shape: readonly number[]): Tensor {
    return new runtime.Tensor(elementTypeOf(data), data, shape)
  }
}

/** The graph with a first output that onnxruntime-node does not hand over. */
function withholdingOutputs(graph: GraphFile): GraphFile {
  const constant = { name: `${withholding} item`, shape: [1], data: new Float32Array(1) }
  const node = { operator: 'SequenceConstruct', inputs: [constant.name], outputs: [withholding], attributes: {} }
  return {
    ...graph,
    nodes: [node, ...graph.nodes],
    constants: [constant, ...graph.constants],
    outputs: [{ name: withholding, type: 'float32 sequence' }, ...graph.outputs],
  }
}

function onlyWithheld(thrown: unknown): void {
  if (!(isError(thrown) && thrown.message.includes(withheld))) throw thrown
}

function tensorsOf(metadata: readonly InferenceSession.ValueMetadata[]): ReadonlyMap<string, readonly Size[]> {
  return new Map(metadata.flatMap(value => (value.isTensor ? [[value.name, value.shape] as const] : [])))
}

/** A size by its name, or a product of such, as in 2*T. */
function measured(size: Size, sizes: ReadonlyMap<Size, number>): number | undefined {
  if (typeof size !== 'string' || !size.includes('*')) return typeof size === 'number' ? size : sizes.get(size)
  return size.split('*').reduce((product, factor) => product * (sizes.get(factor) ?? Number(factor)), 1)
}
