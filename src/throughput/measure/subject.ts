import type { Rates } from './rates.ts'

/** Something to measure: opened for one configuration, run round by round. */
export interface Subject {
  /** Name of the world. */
  readonly world: string
  /** Most observations that one device call could answer; `null` where other requests share its calls. */
  readonly maxRows: number | null
  /** Steps a second of the engine driven alone; `null` without a model. */
  readonly ceiling: () => Promise<number | null>
  /** Starts everything, lets it run warm, measures, and stops everything. */
  readonly measure: (signal: AbortSignal) => Promise<Rates>
  readonly close: () => Promise<void>
}

/** One place of the grid. */
export interface Place {
  readonly threads: number
  readonly worlds: number
}
