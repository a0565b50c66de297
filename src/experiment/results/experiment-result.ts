/** An experiment's results so far, as data: tables and pages are made of them. */
import type { Measure } from '../../contracts/measure.ts'
import type { ConfidenceInterval } from '../../statistics/mean-estimate.ts'
import type { Verdict } from '../../statistics/verdict.ts'
import type { MeasuredRun } from './measured-run.ts'

/** A question about two arms, asked before the runs: is `measure` higher in `arm` than in `against`, or lower by less than a margin? */
export interface ArmComparison {
  readonly claim: string
  readonly arm: string
  readonly against: string
  /** As `parseMeasure` takes it. */
  readonly measure: string
  /** By how much `arm` may be lower, in the unit of the measure; 0 if left out: then it has to be higher. */
  readonly margin?: number
}

/** The values of the two arms for one seed. */
export interface SeedPair {
  readonly seed: number
  readonly arm: number
  readonly against: number
  /** arm − against. */
  readonly difference: number
}

export interface ComparisonResult extends ArmComparison {
  /** The last iteration that both runs of a pair have been measured at; `null` without pairs. */
  readonly iteration: number | null
  /** Ascending by seed. */
  readonly pairs: readonly SeedPair[]
  /** Independently drawn units: seeds; with one pair of runs the held-out tasks; `null` where neither can be compared. */
  readonly unit: 'seeds' | 'tasks' | null
  /** Seeds or tasks compared. */
  readonly count: number
  /** Mean difference in the unit of the measure; `null` without pairs. */
  readonly mean: number | null
  /** Its standard error; `null` where the spread is not known. */
  readonly error: number | null
  readonly interval: ConfidenceInterval | null
  /** Confidence of interval and verdict, in (0, 1). */
  readonly level: number
  /** Two-sided; `null` where there was no test. */
  readonly p: number | null
  /** By Holm, over all comparisons of the experiment. */
  readonly adjusted: number | null
  readonly verdict: Verdict
  /** How it was tested, e.g. `paired t test over 5 seeds`; without a test, why not. */
  readonly test: string
}

export interface MeasuredArm {
  readonly name: string
  readonly about: string
  /** Ascending by seed. */
  readonly runs: readonly MeasuredRun[]
}

export interface ExperimentResult {
  readonly title: string
  readonly question: string
  readonly arms: readonly MeasuredArm[]
  readonly measures: readonly string[]
  /** What these and those of the comparisons measure, by their texts. */
  readonly described: Readonly<Record<string, Measure>>
  readonly comparisons: readonly ComparisonResult[]
  /** How intervals were computed: t, or percentiles of a bootstrap. */
  readonly intervals: IntervalMethod
  /** In sentences: missing or omitted parts. */
  readonly notes: readonly string[]
}

export const intervalMethods = ['t', 'bootstrap'] as const
export type IntervalMethod = (typeof intervalMethods)[number]
