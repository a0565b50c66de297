/** Requests to the gpu actor and its replies: the verbs of a device, as messages. Types only. */
import type { Addressed, Identified } from '../actor.ts'
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

/** Of one model, and answered. */
interface ModelCall extends Asked, Identified {
  readonly kind: string
  readonly model: string
}

export interface SampleCall extends ModelCall {
  readonly kind: 'sample'
  readonly request: SampleRequest
}
export interface ReleaseCall extends Asked {
  readonly kind: 'release'
  readonly model: string
  readonly sequenceIds: readonly string[]
}
export interface LogprobsCall extends ModelCall {
  readonly kind: 'logprobs'
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

export interface ForwardBackwardCall extends ModelCall, AppliedOnce {
  readonly kind: 'forward-backward'
  readonly examples: readonly Example[]
  readonly objective: Objective
}
/** What does a network say of these rows, [count × inputs]? */
export interface ForwardCall extends ModelCall {
  readonly kind: 'forward'
  readonly rows: Float32Array
}
/** Adds the gradient of Σ outputGradients · outputs to what the network has accumulated. */
export interface BackwardCall extends ModelCall, AppliedOnce {
  readonly kind: 'backward'
  readonly rows: Float32Array
  /** [count × outputs] */
  readonly outputGradients: Float32Array
}
/** The gradient of Σ outputGradients · outputs by the rows alone: the network stays as it is. */
export interface RowGradientsCall extends ModelCall {
  readonly kind: 'row-gradients'
  readonly rows: Float32Array
  /** [count × outputs] */
  readonly outputGradients: Float32Array
}
export interface OptimStepCall extends ModelCall, AppliedOnce {
  readonly kind: 'optim-step'
  readonly options: AdamwSettings
}
/**
 * Writes the model's folder on the engine's side. A folder that holds just this model already is left as it is, so that the
 * request can be asked again; any other existing content is refused.
 */
export interface SaveCall extends ModelCall, SaveModelOptions {
  readonly kind: 'save'
  readonly folder: string
}
/** Asks for a copy of the model outside the engine's thread, from which a fresh engine can load it. */
export interface SnapshotCall extends ModelCall {
  readonly kind: 'snapshot'
}
export interface LoadCall extends ModelCall {
  readonly kind: 'load'
  readonly reference: ModelReference
}

/** Asks for the use of the device since the last such request. */
export interface GetUsageCall extends Identified {
  readonly kind: 'get-usage'
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

export interface Sampled extends Identified {
  readonly kind: 'sampled'
  readonly samples: readonly Sample[]
}
export interface LogprobsReply extends Identified {
  readonly kind: 'logprobs-done'
  readonly logprobs: readonly Float32Array[]
}
export interface ForwardBackwardReply extends Identified {
  readonly kind: 'forward-backward-done'
  readonly sums: LossSums
}
export interface ForwardReply extends Identified {
  readonly kind: 'forward-done'
  /** [count × outputs] */
  readonly outputs: Float32Array
}
export interface BackwardReply extends Identified {
  readonly kind: 'backward-done'
}
export interface RowGradientsReply extends Identified {
  readonly kind: 'row-gradients-done'
  /** [count × inputs] ∂loss/∂row. */
  readonly rowGradients: Float32Array
}
export interface OptimStepReply extends Identified {
  readonly kind: 'optim-step-done'
  readonly updated: OptimStepResult
}
export interface Saved extends Identified {
  readonly kind: 'saved'
}
export interface SnapshotReply extends Identified {
  readonly kind: 'snapshot-done'
  readonly model: string
  readonly reference: ModelReference
}
export interface Loaded extends Identified, ModelTraits {
  readonly kind: 'loaded'
}

export interface UsageReply extends Identified, DeviceUsage {
  readonly kind: 'usage'
}

/** The request `id` takes long, and goes on: its reply is still to come. */
export interface Continued extends Identified {
  readonly kind: 'continued'
}

/** The request `id` failed. */
export interface Failed extends Identified {
  readonly kind: 'failed'
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
