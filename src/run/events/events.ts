/** Options and events of a training run, an evaluation and a warm start. */
import type { Split } from '../../contracts/worlds/environment.ts'
import type { ItemJobOptions } from '../../items/item-job.ts'
import type { SystemEvent } from '../../runtime/supervision/system-event.ts'
import type { RunConfig } from '../../config/config.ts'
import type { NatsOptions } from '../actors/machines/open-machines.ts'
import type { ActorOverrides } from '../actors/roles.ts'
import type { Measure } from '../../contracts/measure.ts'
import type { Evaluated, IterationMetrics, Success } from '../../contracts/metrics.ts'

/** Quality of the models: measured before the first iteration and after the last. */
export interface Summary extends Evaluated {
  /** Iterations made so far. */
  readonly iteration: number
}

export type TrainingEvent =
  | {
      readonly kind: 'started'
      readonly directory: string
      /** Iterations already made by the checkpoint that the run resumes from. */
      readonly resumedFrom: number | null
      readonly totalIterations: number
      /** What its method measures. */
      readonly measures: readonly Measure[]
    }
  /** The measurement of a new run before its first iteration. */
  | { readonly kind: 'measured'; readonly before: Summary }
  | {
      readonly kind: 'iteration'
      readonly metrics: IterationMetrics
      readonly totalIterations: number
      /** `null` until there is something to estimate it by. */
      readonly remainingMs: number | null
    }
  | { readonly kind: 'warning'; readonly text: string }
  /** An actor died, with the response to it; or a fresh one has replaced it. */
  | SystemEvent
  | {
      readonly kind: 'finished'
      readonly directory: string
      readonly before: Summary
      readonly after: Summary
      readonly reason: 'complete' | 'interrupted'
    }

export interface TrainRunOptions {
  readonly config: RunConfig
  /** The run's folder; made by the run, and refused if there is something in it. */
  readonly directory: string
  /**
   * Aborted: the iteration is finished, saved, and the stream ends with `interrupted`. Before there is an iteration to
   * finish, it fails at once with the signal's reason; `resume` begins the run again then.
   */
  readonly signal?: AbortSignal
  /** Custom actors that replace the run's. */
  readonly actors?: ActorOverrides
  /**
   * All actors in the calling thread, the same run bit for bit: for debugging, and where threads cost more than the work. One that
   * blocks blocks all, and none can be killed.
   */
  readonly inThread?: boolean
  /** Workers for some of the actors, as `placement` says, else for the environments; left out, all are in this process. */
  readonly nats?: NatsOptions | undefined
  /** The method's own formulas, as it takes them. */
  readonly formulation?: object
}

export interface ResumeRunOptions {
  readonly directory: string
  /**
   * New number of iterations of the run; a finished run continues. Values that depend on it, such as learning rates,
   * follow the new number from there on.
   */
  readonly iterations?: number
  /** As the run was started with: nothing of them is kept on disk. */
  readonly actors?: ActorOverrides
  /** All actors in the calling thread. @see TrainRunOptions.inThread */
  readonly inThread?: boolean
  /** @see TrainRunOptions.nats */
  readonly nats?: NatsOptions | undefined
  /** As the run was begun with: the name is compared. */
  readonly formulation?: object
  readonly signal?: AbortSignal
}

export interface EvaluateOptions {
  /** Seed, world, engine and sampling; its schedule is not used. */
  readonly config: RunConfig
  /** Checkpoint folder of the policy; `null` is that of `starters.policy`, or the shipped starter. */
  readonly policy: string | null
  /** Checkpoint folders by agent, of a world of several; the policy plays those that are not named. */
  readonly players?: Readonly<Record<string, string>>
  readonly splits: readonly Split[]
  /** Tasks a split. */
  readonly tasks: number
  readonly signal?: AbortSignal
}

export type EvaluationEvent =
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'result'; readonly success: Success }
  | SystemEvent

export interface EvaluateProgramsOptions extends ItemJobOptions {
  /** File of items, RLAnything's or LiveCodeBench's: one JSON object a line, or a list of them. */
  readonly items: string
  /** File of programs: `question_id` or `index`, and `program`, `programs` or `code_list`. */
  readonly programs: string
  /** Refused if its actions are no programs; nothing else is asked of it. */
  readonly environment?: RunConfig['environment']
  /** Programs that are tried at a time, 1. */
  readonly threads?: number
  /** Aborted: what runs is stopped, and the stream fails. */
  readonly signal?: AbortSignal
}
