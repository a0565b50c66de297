import { encodeGraph } from '../../src/engine/graph/onnx-file.ts'
import { loadRuntime, openSession } from '../../src/engine/local/sessions/runtime.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'

const size = 1024

export interface Peak {
  /** One product of two matrices of 1024 × 1024. */
  readonly multiply: () => Promise<unknown>
  readonly close: () => Promise<void>
}

/** Operations of one product: a multiplication and an addition for each element of each row. */
export const operationsOfPeak = 2 * size ** 3

/** The machine's rate of matrix products, as ONNX Runtime reaches it with so many threads. */
export async function openPeak(threads: number): Promise<Peak> {
  const runtime = await loadRuntime()
  const port = (name: string) => ({ name, type: 'float32', shape: [size, size] }) as const
  const product = { operator: 'MatMul', inputs: ['a', 'b'], outputs: ['c'], attributes: {} }
  const graph = { name: 'peak', nodes: [product], constants: [], inputs: [port('a'), port('b')], outputs: [port('c')] }
  const session = await openSession(runtime, encodeGraph(graph), { provider: 'cpu', threads })
  const random = randomFrom(rootKey(1))
  const matrix = () =>
    new runtime.Tensor('float32', Float32Array.from({ length: size * size }, random.normal), [size, size])
  const feeds = { a: matrix(), b: matrix() }
  return { multiply: () => session.run(feeds), close: () => session.release() }
}
