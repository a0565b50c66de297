import type { Tensor } from '../../../contracts/models/device.ts'
import type { ModelReference } from '../../../contracts/models/model-reference.ts'

/** Bytes of the arrays that a reference holds in memory. */
export function arrayBytes(reference: ModelReference): number {
  if (reference.kind !== 'memory' && reference.kind !== 'network') return 0
  const { weights, optimiser } = reference.state
  const all: readonly Readonly<Record<string, Tensor | Float32Array>>[] = [
    weights,
    optimiser?.first ?? {},
    optimiser?.second ?? {},
  ]
  return all.flatMap(tensors => Object.values(tensors)).reduce((sum, tensor) => sum + bytesOf(tensor), 0)
}

const bytesOf = (tensor: Tensor | Float32Array): number =>
  'data' in tensor ? tensor.data.byteLength : tensor.byteLength
