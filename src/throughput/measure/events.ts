/** The events of a throughput benchmark. */
import type { ModelKind } from './models.ts'
import type { ThroughputOptions } from './options.ts'
import type { ThroughputComparison } from './comparison.ts'
import type { MeasuredOn } from './machine.ts'
import type { Measurement, PlayedWork, TrainingSpeed } from './rates.ts'

/** In the unit of the values; min ≤ max. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** One configuration, measured. Each number is the median over the rounds. */
export interface ThroughputRow {
  readonly model: ModelKind
  /** Name of the world. */
  readonly world: string
  readonly threads: number
  /** A thread. */
  readonly worlds: number
  /** What every round played, of fixed work; else `null`. */
  readonly played: PlayedWork | null
  readonly seconds: number
  readonly stepsPerSecond: number
  /** Of the slowest and the fastest round. */
  readonly stepsPerSecondRange: Range
  readonly microsecondsPerStep: number
  /** Observations that one device call answers. */
  readonly requestsPerCall: number | null
  /** Their share of the most that one call could answer, in [0, 1]. */
  readonly occupancy: number | null
  /** From asking to the start of the device call that answers. */
  readonly queueMedianMs: number | null
  readonly queueP95Ms: number | null
  /** Share of the time for which the device worked, in [0, 1]; `null` where that is not known. */
  readonly deviceShare: number | null
  /** Steps a second of the engine driven alone; `null` without a model. */
  readonly ceiling: number | null
  /** Share of it that was reached: the median of the rounds' own. */
  readonly ceilingShare: number | null
  /** Medians of the rounds; `null` where nothing is trained. */
  readonly training: TrainingSpeed | null
  /** `null` where nothing is compared. */
  readonly against: ThroughputComparison | null
  readonly rounds: readonly Measurement[]
  /** Before the first measurement of the benchmark. */
  readonly machine: MeasuredOn
  /** In the minute before the end of this one, the benchmark's own included. @see ProcessorLoad */
  readonly loadAfter: number
  /** All of the benchmark's, with those that were left out. */
  readonly options: ThroughputOptions
}

export type ThroughputEvent =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number; readonly label: string }
  | { readonly kind: 'row'; readonly row: ThroughputRow }

export interface BenchOptions {
  /** Checked by `parseThroughputOptions`; omitted ones have the benchmark's defaults. */
  readonly options: unknown
  /** Options of another benchmark with as many cases: the first is compared with its first, in alternate rounds, and so on. */
  readonly against?: unknown
  /** Folder for a CPU profile of each actor in the last round, `gpu.cpuprofile`, `environment-0.cpuprofile`; of one case alone. */
  readonly profile?: string
  /** Aborted: the measurement is broken off. */
  readonly signal?: AbortSignal
}
