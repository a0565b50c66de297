/** Every message that may cross a thread: closed unions tagged `kind`, addressed by `to` and `from`. Types only. */
import type { CriticEpisode } from './critic.ts'
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
import type { Direction } from './environment.ts'
import type { Episode, JudgedStep } from './episode.ts'
import type { Failure } from './failure.ts'
import type { Objective } from './losses/objective.ts'
import type { Key } from './math/random.ts'
import type { EditMemory } from './training/edit-memory.ts'

interface Routed {
  readonly to: string
  readonly from: string
}

/** How a model is to be sampled for an episode; step i draws from derive(key, i). */
export interface Sampling {
  /** Name of the model on the device. */
  readonly model: string
  readonly temperature: number
  readonly topP: number
  /** Most tokens of one action or one vote. */
  readonly maxTokens: number
  readonly key: Key
}

/** How the steps of an episode are to be judged: m samples each. */
export interface Judging extends Sampling {
  readonly votes: number
}

/* environment */

/** Play a task from its start: by the policy, or by the given actions. */
export interface Play extends Routed {
  readonly kind: 'play'
  readonly id: string
  readonly task: unknown
  readonly player:
    | { readonly kind: 'policy'; readonly sampling: Sampling }
    | { readonly kind: 'script'; readonly actions: readonly string[] }
  /** `null`: no judge is asked. */
  readonly judging: Judging | null
}

/** The policy's action, with the tokens it read and wrote. */
export interface Acted extends Routed {
  readonly kind: 'acted'
  readonly id: string
  readonly action: string
  readonly context: Int32Array
  readonly tokens: Int32Array
  readonly logprobs: Float32Array
}

export type ToEnvironment = Play | Acted | Failed

/* policy */

export interface Observed extends Routed {
  readonly kind: 'observed'
  readonly id: string
  /** Index of the action asked for, from 0. */
  readonly step: number
  readonly observation: string
  readonly sampling: Sampling
}

/** The episode is over: its context can be forgotten. */
export interface Closed extends Routed {
  readonly kind: 'closed'
  readonly id: string
  readonly model: string
}

export type ToPolicy = Observed | Closed | Sampled | Failed

/* reward model */

export interface Stepped extends Routed {
  readonly kind: 'stepped'
  readonly id: string
  readonly step: number
  /** The opening for step 0, else empty. */
  readonly opening: string
  readonly action: string
  readonly observation: string
  /** Whether the episode ended here. */
  readonly last: boolean
  readonly judging: Judging
}

export type ToRewardModel = Stepped | Sampled | Failed

/* adapter */

/** Propose a task to stand for one whose accuracy is outside the band. */
export interface Adapt extends Routed {
  readonly kind: 'adapt'
  readonly id: string
  readonly slot: number
  readonly task: unknown
  /** acc(q) in [0, 1]. */
  readonly accuracy: number
  readonly direction: Direction
  readonly episodes: readonly CriticEpisode[]
  readonly key: Key
}

/** Whether a proposal was accepted: the adapter learns from it. */
export interface Settled extends Routed {
  readonly kind: 'settled'
  readonly direction: Direction
  /** Of the proposal. */
  readonly edit: string
  readonly complaint: string | null
  readonly accepted: boolean
}

/** Ask for, or give back, all the adapter has learned (for a checkpoint). */
export interface Recall extends Routed {
  readonly kind: 'recall'
  readonly id: string
}
export interface Remember extends Routed {
  readonly kind: 'remember'
  readonly memory: EditMemory
}

export type ToAdapter = Adapt | Settled | Recall | Remember

/* trainer */

export interface Finished extends Routed {
  readonly kind: 'finished'
  readonly id: string
  readonly episode: Episode
}

export interface Judged extends Routed {
  readonly kind: 'judged'
  readonly id: string
  readonly step: number
  readonly judged: JudgedStep
}

export interface Proposed extends Routed {
  readonly kind: 'proposed'
  readonly id: string
  readonly slot: number
  /** `null` where no candidate differs from the task and passes the world's check. */
  readonly proposal: Proposal | null
}

export interface Proposal {
  readonly task: unknown
  /** Name of the kind of edit. */
  readonly edit: string
  /** What the critic said most of the steps it condemned. */
  readonly complaint: string | null
  /** What changed, and what in the critic's summary spoke for it. */
  readonly reason: string
}

export interface Recalled extends Routed {
  readonly kind: 'recalled'
  readonly id: string
  readonly memory: EditMemory
}

export type ToTrainer = Finished | Judged | Proposed | Recalled | GpuReply

/* gpu */

export interface SampleCall extends Routed {
  readonly kind: 'sample'
  readonly id: string
  readonly model: string
  readonly request: SampleRequest
}
export interface ReleaseCall extends Routed {
  readonly kind: 'release'
  readonly model: string
  readonly caches: readonly string[]
}
export interface ScoreCall extends Routed {
  readonly kind: 'score'
  readonly id: string
  readonly model: string
  readonly sequences: readonly Sequence[]
}
export interface AccumulateCall extends Routed {
  readonly kind: 'accumulate'
  readonly id: string
  readonly model: string
  readonly examples: readonly Example[]
  readonly objective: Objective
}
export interface UpdateCall extends Routed {
  readonly kind: 'update'
  readonly id: string
  readonly model: string
  readonly options: UpdateOptions
}
export interface SaveCall extends Routed {
  readonly kind: 'save'
  readonly id: string
  readonly model: string
}
export interface LoadCall extends Routed {
  readonly kind: 'load'
  readonly id: string
  readonly model: string
  readonly state: ModelState
}

export type ToGpu = SampleCall | ReleaseCall | ScoreCall | AccumulateCall | UpdateCall | SaveCall | LoadCall

export interface Sampled extends Routed {
  readonly kind: 'sampled'
  readonly id: string
  readonly samples: readonly Sample[]
}
export interface Scored extends Routed {
  readonly kind: 'scored'
  readonly id: string
  readonly logprobs: readonly Float32Array[]
}
export interface AccumulatedReply extends Routed {
  readonly kind: 'accumulated'
  readonly id: string
  readonly sums: Accumulated
}
export interface UpdatedReply extends Routed {
  readonly kind: 'updated'
  readonly id: string
  readonly updated: Updated
}
export interface Saved extends Routed {
  readonly kind: 'saved'
  readonly id: string
  readonly state: ModelState
}
export interface Loaded extends Routed {
  readonly kind: 'loaded'
  readonly id: string
}

/** The request or the work named `id` did not happen. */
export interface Failed extends Routed {
  readonly kind: 'failed'
  readonly id: string
  readonly failure: Failure
}

export type GpuReply = Sampled | Scored | AccumulatedReply | UpdatedReply | Saved | Loaded | Failed

/** The last arm of every switch over a closed union. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
