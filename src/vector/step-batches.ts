import { mergeMap, type OperatorFunction } from '../streams/rxjs.ts'
import type { Attach, Decide, Decided } from '../contracts/messages/steps.ts'
import { attachments, decidedBy } from './attachments.ts'

/** Rows of worlds that wait for a decision, in the memory that their thread shares: nothing is copied. */
export interface StepBatch {
  /** How many rows. */
  readonly count: number
  /** [count × observationSize] */
  readonly observations: Float32Array
  /** [count × outputs], to be written before the batch is decided. */
  readonly outputs: Float32Array
  /** The reply that gives the rows back to their thread, which steps them by `outputs`. They are its own from then on. */
  readonly decided: () => Decided
}

/**
 * Requests of threads of vector worlds, as a stream of batches: for an actor that decides instead of the gpu actor.
 *
 * @param name address of the actor.
 */
export const stepBatches = (name: string): OperatorFunction<Attach | Decide, StepBatch> => {
  return source => {
    const buffers = attachments()
    return source.pipe(
      mergeMap(message => {
        if (message.kind === 'decide') return batchOf(message)
        buffers.attach(message)
        return []
      }),
    )

    function batchOf(message: Decide): readonly StepBatch[] {
      const attached = buffers.of(message)
      if (attached === undefined) return []
      const { observations, outputs, asked, answered, shared } = attached.buffer
      const { from, to } = message.rows
      const rows = (column: Float32Array, size: number): Float32Array => column.subarray(from * size, to * size)
      return [
        {
          count: to - from,
          observations: rows(observations, shared.observationSize),
          outputs: rows(outputs, shared.outputs),
          decided: () => {
            answered.set(asked.subarray(from, to), from)
            return decidedBy(name, message)
          },
        },
      ]
    }
  }
}
