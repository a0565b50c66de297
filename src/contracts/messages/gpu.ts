/** Requests to the gpu actor and its replies: the verbs of a device, as messages. Types only. */
import type { Addressed } from '../actor.ts'
import type { DeviceUsage } from '../models/device-usage.ts'
import type {
  LossSums,
  Example,
  Sample,
  SampleRequest,
  Sequence,
  OptimStepResult,
  AdamwSettings,
} from '../models/device.ts'
import type { Failure } from '../failure.ts'
import type { SaveModelOptions } from '../models/language-model.ts'
import type { ModelReference } from '../models/model-reference.ts'
import type { ModelTraits } from '../models/model-traits.ts'
import type { Objective } from '../../losses/objective.ts'

/** Whatever is asked of the device itself. */
interface Asked extends Addressed {
  /** When it was sent, on the clock that all threads share, ms; left out, it waits from when it arrives. */
  readonly askedAt?: number
}

export interface SampleCall extends Asked {
  readonly kind: 'sample'
  readonly id: string
  readonly model: string
  readonly request: SampleRequest
}
export interface ReleaseCall extends Asked {
  readonly kind: 'release'
  readonly model: string
  readonly sequenceIds: readonly string[]
}
export interface LogprobsCall extends Asked {
  readonly kind: 'logprobs'
  readonly id: string
  readonly model: string
  readonly sequences: readonly Sequence[]
}
/** Of a call that would change a model twice if it were applied twice. */
interface AppliedOnce {
  /**
   * Number among the training calls of this model since it was loaded, from 1, rising: a number that has been applied is
   * answered as it was, and not applied again. Left out, the call is applied whenever it comes.
   */
  readonly seq?: number
}

export interface ForwardBackwardCall extends Asked, AppliedOnce {
  readonly kind: 'forward-backward'
  readonly id: string
  readonly model: string
  readonly examples: readonly Example[]
  readonly objective: Objective
}
/** What does a network say of these rows, [count × inputs]? */
export interface ForwardCall extends Asked {
  readonly kind: 'forward'
  readonly id: string
  readonly model: string
  readonly rows: Float32Array
}
/** Adds the gradient of Σ outputGradients · outputs to what the network has accumulated. */
export interface BackwardCall extends Asked, AppliedOnce {
  readonly kind: 'backward'
  readonly id: string
  readonly model: string
  readonly rows: Float32Array
  /** [count × outputs] */
  readonly outputGradients: Float32Array
}
/** The gradient of Σ outputGradients · outputs by the rows alone: the network stays as it is. */
export interface RowGradientsCall extends Asked {
  readonly kind: 'row-gradients'
  readonly id: string
  readonly model: string
  readonly rows: Float32Array
  /** [count × outputs] */
  readonly outputGradients: Float32Array
}
export interface OptimStepCall extends Asked, AppliedOnce {
  readonly kind: 'optim-step'
  readonly id: string
  readonly model: string
  readonly options: AdamwSettings
}
/**
 * Writes the model's folder on the engine's side. A folder that holds just this model already is left as it is, so that the
 * request can be asked again; any other existing content is refused.
 */
export interface SaveCall extends Asked, SaveModelOptions {
  readonly kind: 'save'
  readonly id: string
  readonly model: string
  readonly folder: string
}
/** Asks for a copy of the model outside the engine's thread, from which a fresh engine can load it. */
export interface SnapshotCall extends Asked {
  readonly kind: 'snapshot'
  readonly id: string
  readonly model: string
}
export interface LoadCall extends Asked {
  readonly kind: 'load'
  readonly id: string
  readonly model: string
  readonly reference: ModelReference
}

/** Asks for the use of the device since the last such request. */
export interface GetUsageCall extends Addressed {
  readonly kind: 'get-usage'
  readonly id: string
}

/** Every request that goes to the device itself. */
export type DeviceCall =
  | SampleCall
  | ReleaseCall
  | LogprobsCall
  | ForwardBackwardCall
  | ForwardCall
  | BackwardCall
  | RowGradientsCall
  | OptimStepCall
  | SaveCall
  | SnapshotCall
  | LoadCall

export type ToGpu = DeviceCall | GetUsageCall

export interface Sampled extends Addressed {
  readonly kind: 'sampled'
  readonly id: string
  readonly samples: readonly Sample[]
}
export interface LogprobsReply extends Addressed {
  readonly kind: 'logprobs-done'
  readonly id: string
  readonly logprobs: readonly Float32Array[]
}
export interface ForwardBackwardReply extends Addressed {
  readonly kind: 'forward-backward-done'
  readonly id: string
  readonly sums: LossSums
}
export interface ForwardReply extends Addressed {
  readonly kind: 'forward-done'
  readonly id: string
  /** [count × outputs] */
  readonly outputs: Float32Array
}
export interface BackwardReply extends Addressed {
  readonly kind: 'backward-done'
  readonly id: string
}
export interface RowGradientsReply extends Addressed {
  readonly kind: 'row-gradients-done'
  readonly id: string
  /** [count × inputs] ∂loss/∂row. */
  readonly rowGradients: Float32Array
}
export interface OptimStepReply extends Addressed {
  readonly kind: 'optim-step-done'
  readonly id: string
  readonly updated: OptimStepResult
}
export interface Saved extends Addressed {
  readonly kind: 'saved'
  readonly id: string
}
export interface SnapshotReply extends Addressed {
  readonly kind: 'snapshot-done'
  readonly id: string
  readonly model: string
  readonly reference: ModelReference
}
export interface Loaded extends Addressed, ModelTraits {
  readonly kind: 'loaded'
  readonly id: string
}

export interface UsageReply extends Addressed, DeviceUsage {
  readonly kind: 'usage'
  readonly id: string
}

/** The request `id` takes long, and goes on: its reply is still to come. */
export interface Continued extends Addressed {
  readonly kind: 'continued'
  readonly id: string
}

/** The request `id` failed. */
export interface Failed extends Addressed {
  readonly kind: 'failed'
  readonly id: string
  readonly failure: Failure
}

export type GpuReply =
  | Sampled
  | LogprobsReply
  | ForwardBackwardReply
  | ForwardReply
  | BackwardReply
  | RowGradientsReply
  | OptimStepReply
  | Saved
  | SnapshotReply
  | Loaded
  | UsageReply
  | Continued
  | Failed
