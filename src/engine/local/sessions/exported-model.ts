/** A model that others exported in ONNX form, in one thread: its numbers are the same on any number of cores. */
import { types } from 'node:util'
import { elementTypeOf } from '../../graph/onnx-file.ts'
import type { Feed } from './program.ts'
import { loadRuntime, openSession } from './runtime.ts'

interface ExportedModel {
  /** @param feed the value of each input. @returns one output. @throws {RangeError} if the model has no such output of float32. */
  readonly run: (feed: (input: string) => Feed, output: string) => Promise<Float32Array>
  readonly close: () => Promise<void>
}

/** @param path of the file; weights in files beside it are found. @throws {Error} if ONNX Runtime cannot read it. */
export async function openExportedModel(path: string): Promise<ExportedModel> {
  const runtime = await loadRuntime()
  const session = await openSession(runtime, path, { provider: 'cpu', threads: 1 })
  return {
    run: async (feed, output) => {
      const names = session.outputMetadata.map(({ name }) => name)
      if (!names.includes(output))
        throw new RangeError(`${path} must have the output ${output}, got ${names.join(', ')}`)
      const feeds = session.inputMetadata.map(({ name }) => {
        const [data, shape] = feed(name)
        return [name, new runtime.Tensor(elementTypeOf(data), data, shape)] as const
      })
      const { [output]: found } = await session.run(Object.fromEntries(feeds), [output])
      if (!types.isFloat32Array(found?.data)) throw new RangeError(`${output} of ${path} must be of float32`)
      return found.data
    },
    close: () => session.release(),
  }
}
