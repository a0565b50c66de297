/** What may be asked of the gpu actor, and what it answers: the verbs of a device, by message. Types only. */
import type { Addressed } from './actor.ts'
import type {
  Accumulated,
  Example,
  ModelState,
  Sample,
  SampleRequest,
  Sequence,
  Updated,
  UpdateOptions,
} from './device/device.ts'
import type { Failure } from './failure.ts'
import type { Objective } from './losses/objective.ts'

export interface SampleCall extends Addressed {
  readonly kind: 'sample'
  readonly id: string
  readonly model: string
  /** When it was sent, on the clock that all threads share, ms; left out, how long it waits is not measured. */
  readonly askedAt?: number
  readonly request: SampleRequest
}
export interface ReleaseCall extends Addressed {
  readonly kind: 'release'
  readonly model: string
  readonly caches: readonly string[]
}
export interface ScoreCall extends Addressed {
  readonly kind: 'score'
  readonly id: string
  readonly model: string
  readonly sequences: readonly Sequence[]
}
export interface AccumulateCall extends Addressed {
  readonly kind: 'accumulate'
  readonly id: string
  readonly model: string
  readonly examples: readonly Example[]
  readonly objective: Objective
}
export interface UpdateCall extends Addressed {
  readonly kind: 'update'
  readonly id: string
  readonly model: string
  readonly options: UpdateOptions
}
export interface SaveCall extends Addressed {
  readonly kind: 'save'
  readonly id: string
  readonly model: string
}
export interface LoadCall extends Addressed {
  readonly kind: 'load'
  readonly id: string
  readonly model: string
  readonly state: ModelState
}

/** Ask what the device was used for since this was last asked. */
export interface AccountCall extends Addressed {
  readonly kind: 'account'
  readonly id: string
}

/** Every request that goes to the device itself. */
export type DeviceCall = SampleCall | ReleaseCall | ScoreCall | AccumulateCall | UpdateCall | SaveCall | LoadCall

export type ToGpu = DeviceCall | AccountCall

export interface Sampled extends Addressed {
  readonly kind: 'sampled'
  readonly id: string
  readonly samples: readonly Sample[]
}
export interface Scored extends Addressed {
  readonly kind: 'scored'
  readonly id: string
  readonly logprobs: readonly Float32Array[]
}
export interface AccumulatedReply extends Addressed {
  readonly kind: 'accumulated'
  readonly id: string
  readonly sums: Accumulated
}
export interface UpdatedReply extends Addressed {
  readonly kind: 'updated'
  readonly id: string
  readonly updated: Updated
}
export interface Saved extends Addressed {
  readonly kind: 'saved'
  readonly id: string
  readonly state: ModelState
}
export interface Loaded extends Addressed {
  readonly kind: 'loaded'
  readonly id: string
}

/** What one verb was used for on one model. */
export interface DeviceUse {
  readonly verb: DeviceCall['kind']
  readonly model: string
  readonly calls: number
  /** Requests that these calls answered; more than one a call where they were batched. */
  readonly requests: number
  /** Wall time within the device, milliseconds. */
  readonly ms: number
}
export interface Accounted extends Addressed {
  readonly kind: 'accounted'
  readonly id: string
  readonly uses: readonly DeviceUse[]
}

/** The request or the work named `id` did not happen. */
export interface Failed extends Addressed {
  readonly kind: 'failed'
  readonly id: string
  readonly failure: Failure
}

export type GpuReply = Sampled | Scored | AccumulatedReply | UpdatedReply | Saved | Loaded | Accounted | Failed
