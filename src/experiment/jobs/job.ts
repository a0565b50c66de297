/** Requests to one process of an experiment, and its reports. Data alone, for it crosses processes. */
import type { RunConfig } from '../../config/config.ts'
import type { NatsOptions } from '../../run/actors/machines/open-machines.ts'
import type { WarmStartRecipe } from '../../config/warm-start-recipe.ts'

interface OnWorkers {
  readonly nats?: NatsOptions
}

/** A run, to be begun or gone on with. */
export type RunRequest =
  | { readonly kind: 'train'; readonly config: RunConfig; readonly directory: string }
  | { readonly kind: 'resume'; readonly directory: string }

export type JobRequest =
  | (RunRequest & OnWorkers)
  | {
      readonly kind: 'warm-start'
      readonly config: RunConfig
      readonly preset: string | null
      readonly recipe: WarmStartRecipe
      /** An empty folder. */
      readonly out: string
    }

/** To the process. `stop` asks a run to finish its iteration and save. */
export type JobOrder =
  /** @see startJob */
  { readonly kind: 'do'; readonly request: JobRequest; readonly scratch: string | null } | { readonly kind: 'stop' }

export interface JobProgress {
  readonly kind: 'progress'
  /** Iterations, or updates of a warm start. */
  readonly done: number
  readonly total: number
  /** `null` until there is something to estimate it by. */
  readonly remainingMs: number | null
}

/** Reports of a running job. */
export type JobNews =
  | JobProgress
  | { readonly kind: 'warning'; readonly text: string }
  /** Quality of starters, as `WarmStartEvent` has it. */
  | { readonly kind: 'measured'; readonly measured: unknown }

export type JobEnd =
  | { readonly kind: 'complete' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'failed'; readonly reason: string }

export type JobMessage = JobNews | { readonly kind: 'end'; readonly end: JobEnd }
