import type * as Common from 'onnxruntime-common'
import { clonesAreOurs } from '../../../contracts/same-data.ts'

export interface OnnxRuntime {
  readonly Tensor: typeof Common.Tensor
  readonly InferenceSession: {
    readonly create: (
      graph: Uint8Array | string,
      options: Common.InferenceSession.SessionOptions,
    ) => Promise<Common.InferenceSession>
  }
}

/**
 * ONNX Runtime that takes arrays of this realm. In the virtual machine of a test runner (Jest, Vitest's vmThreads) it is loaded in the realm
 * around, where its binding makes arrays, and its tensors refuse all others: they are given arrays of there over the same memory.
 */
export const takingOurArrays = ({ Tensor, InferenceSession: sessions }: OnnxRuntime): OnnxRuntime =>
  clonesAreOurs
    ? { Tensor, InferenceSession: sessions }
    : {
        Tensor: new Proxy(Tensor, {
          construct: (target, given: readonly unknown[]) => Reflect.construct(target, given.map(outside)) as object,
        }),
        InferenceSession: {
          create: (graph, options) => sessions.create(outside(graph) as typeof graph, options),
        },
      }

/** A typed array over the same memory, of the realm in which clones are made. */
function outside(value: unknown): unknown {
  if (!ArrayBuffer.isView(value) || !('length' in value)) return value
  const { constructor } = structuredClone(new (value.constructor as new () => object)())
  return Reflect.construct(constructor, [value.buffer, value.byteOffset, value.length]) as unknown
}
