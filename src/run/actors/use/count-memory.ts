import type { ToTrainer } from '../../../contracts/messages/calls.ts'
import type { ModelReference } from '../../../contracts/models/model-reference.ts'
import { arrayBytes } from './array-bytes.ts'
import { frozenShapes } from '../../../model/tensors/tensors.ts'
import { tap, type OperatorFunction } from '../../../streams/rxjs.ts'

/**
 * Makes the collector of this thread count the shared memory of the snapshots that pass. V8 counts none of it towards its next collection,
 * and would keep one snapshot after another that nobody refers to any more. Each is paired for its life with an ordinary buffer of the same
 * length, which is never touched: where it is large the system gives it no pages.
 */
export function countMemory(): OperatorFunction<ToTrainer, ToTrainer> {
  const beside = new WeakMap<ModelReference, ArrayBuffer>()
  return tap(message => {
    if (message.kind !== 'snapshot-done') return
    const { reference } = message
    beside.set(reference, new ArrayBuffer(bytesOf(reference)))
  })
}

/** Of its arrays that no other snapshot of the model has. */
function bytesOf(reference: ModelReference): number {
  if (reference.kind !== 'memory') return 0
  const frozen = frozenShapes(reference.state.config)
  return arrayBytes(reference, name => !frozen.has(name))
}
