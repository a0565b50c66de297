/** A device call that gave non-finite values, with everything needed to replay it. */
import type { Example, Sequence, AdamwSettings } from '../contracts/models/device.ts'
import type { ModelReference } from '../contracts/models/model-reference.ts'
import type { NonFiniteError } from '../engine/semantics/non-finite-error.ts'
import type { Objective } from '../losses/objective.ts'

export type FailedCall =
  | { readonly verb: 'logprobs'; readonly sequences: readonly Sequence[] }
  | {
      /** Which of the two failed: the gradient of these examples, or the update with it. */
      readonly verb: 'forward-backward' | 'optim-step'
      readonly examples: readonly Example[]
      readonly objective: Objective
      readonly options: AdamwSettings
    }

export interface FailedBatch {
  /** Its name on the device. */
  readonly model: string
  /** Before the call, and after it. */
  readonly reference: ModelReference
  readonly call: FailedCall
  /** As the device named them. */
  readonly tensors: readonly string[]
}

/** A batch of a run failed; `cause` names the non-finite value. */
export class FailedBatchError extends Error {
  override readonly name = 'FailedBatchError'
  readonly batch: FailedBatch

  constructor(cause: NonFiniteError, batch: Omit<FailedBatch, 'tensors'>) {
    const { call } = batch
    const of = call.verb === 'logprobs' ? `${call.sequences.length} sequences` : `${call.examples.length} examples`
    super(`${cause.message}, in ${call.verb} of a batch of ${of}`, { cause })
    this.batch = { ...batch, tensors: cause.tensors }
  }
}
