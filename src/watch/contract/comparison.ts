/** Whether what arms reached differs by more than chance. Types only: the server and its page share them. */

export interface ComparedArm {
  readonly arm: string
  readonly against: string
  readonly measure: string
  readonly iteration: number | null
  /** E.g. `5 seeds`. */
  readonly over: string
  /** arm − against, with its standard error and interval; `null` where it is not known. */
  readonly mean: number | null
  readonly error: number | null
  readonly low: number | null
  readonly high: number | null
  readonly level: number
  readonly p: number | null
  readonly adjusted: number | null
  readonly verdict: string
  readonly test: string
}

export interface ComparedRuns {
  readonly arms: readonly string[]
  readonly rows: readonly ComparedArm[]
  /** In sentences: missing parts, or why nothing can be compared. */
  readonly notes: readonly string[]
}
