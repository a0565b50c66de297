import type { RunConfig } from '../../config/config.ts'
import type { Measure } from '../../contracts/measure.ts'
import type { Extension } from '../../run/directory/records/config-file.ts'

/** A run at one of its measurements. */
export interface MeasuredPoint {
  /** 0 before the first. */
  readonly iteration: number
  /** Until then: episodes played; tokens that models read and wrote in them; seconds, evaluations and checkpoints left out. */
  readonly episodes: number
  readonly tokens: number
  readonly seconds: number
  /** By measure; `null` where there was nothing to measure. */
  readonly values: Readonly<Record<string, number | null>>
  /** By measure, as `Success.wins`; `null` for a measure that is no success on held-out tasks. */
  readonly wins: Readonly<Record<string, string | null>>
}

/** Which run it is, and how it is set. */
export interface RunIdentity {
  /** Name of its folder. */
  readonly name: string
  readonly directory: string
  readonly seed: number
  readonly config: RunConfig
  /** Name of a formulation that was given to it besides its configuration. */
  readonly formulation: string | null
  /** How it was extended beyond its first number of iterations, which changes what it learns; [] if it was not. */
  readonly extended: readonly Extension[]
}

/** A run, and the tasks that it is measured on. */
export interface ComparableRun extends RunIdentity {
  /** Digest of the held-out tasks, by split; none before the first measurement. */
  readonly heldOut: Readonly<Record<string, string>>
  /** Instruction sets of the processors that it was made on. */
  readonly instructions: readonly string[]
  /** Of its method. */
  readonly measures: readonly Measure[]
}

/** Measurements of one run, finished or not. */
export interface MeasuredRun extends ComparableRun {
  readonly arm: string
  /** Ascending by iteration; empty before the first measurement. */
  readonly points: readonly MeasuredPoint[]
}
