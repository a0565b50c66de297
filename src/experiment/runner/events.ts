/** Options and events of an experiment. */
import type { ExperimentPlan } from '../plan/experiment-plan.ts'
import type { PlannedRun } from '../plan/planned-runs.ts'
import type { RunState } from '../state/run-state.ts'
import type { NatsOptions } from '../../run/actors/machines/open-machines.ts'
import type { JobProgress } from '../jobs/job.ts'

export interface ExperimentOptions {
  /** Complete, as `parseExperimentPlan` and `readPlan` give it. */
  readonly plan: ExperimentPlan
  /** Folder of the experiment: its runs are `runs/ARM-SEED` in it, its starters `starters/NAME`. */
  readonly directory: string
  /** Runs that are made here at a time, 1. */
  readonly jobs?: number
  /** Seeds of the plan that are run; all if left out. */
  readonly seeds?: readonly number[]
  /** Arms of the plan that are run; all if left out. */
  readonly arms?: readonly string[]
  /** Whole runs are made by workers that are found there, as many at a time as these are; of those with a `placement` the actors alone. */
  readonly nats?: NatsOptions
  /** Aborted: what runs is finished to its iteration and saved, and nothing more is begun. */
  readonly signal?: AbortSignal
}

/** A run of the plan and what there is of it. */
export interface RunStatus {
  readonly run: PlannedRun
  readonly state: RunState
}

export interface StartersStatus {
  readonly name: string
  readonly folder: string
  readonly isMade: boolean
}

export interface ExperimentStatus {
  readonly directory: string
  /** In the order in which they are made. */
  readonly runs: readonly RunStatus[]
  /** Those that the runs start from. */
  readonly starters: readonly StartersStatus[]
}

/** How many of them are finished. */
export const finishedRuns = (runs: readonly RunStatus[]): number =>
  runs.filter(({ state }) => state.kind === 'finished').length

/** A job's product: a run by its name, or starters by theirs. */
export interface JobName {
  readonly makes: 'run' | 'starters'
  readonly name: string
  readonly directory: string
}

export type ExperimentEvent =
  | { readonly kind: 'planned'; readonly status: ExperimentStatus }
  | { readonly kind: 'begun'; readonly job: JobName }
  | (JobProgress & { readonly job: JobName })
  | { readonly kind: 'warning'; readonly job: JobName; readonly text: string }
  | { readonly kind: 'ended'; readonly job: JobName; readonly outcome: 'complete' | 'interrupted' }
  | { readonly kind: 'failed'; readonly job: JobName; readonly reason: string }
  /** Last of all. */
  | {
      readonly kind: 'finished'
      readonly status: ExperimentStatus
      /** Jobs that failed, with the reason of each. */
      readonly failures: readonly { readonly job: JobName; readonly reason: string }[]
      readonly reason: 'complete' | 'interrupted'
    }
