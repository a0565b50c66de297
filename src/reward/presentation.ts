/** How the quality of a reward model is shown. Tables, reports and displays read it, whatever its kind. */
import type { JudgeQuality } from '../contracts/metrics.ts'
import type { JudgeSettings } from './settings.ts'
import type { RatioOfSums } from '../statistics/ratio-difference.ts'

export type JudgeKind = JudgeQuality['kind']

/** One number of a judge's quality, and how it is to be written. */
export interface JudgeMeasure {
  /** In a word or a sign, for rows and legends among others of its kind. */
  readonly name: string
  /** In full. */
  readonly title: string
  readonly format: 'percent' | 'decimal'
  /** `null` where it was not measured, as of another kind of quality. */
  readonly value: (quality: JudgeQuality) => number | null
  /** The ratios that it is a sum of, by task of the probe; `null` where they were not kept. Left out of measures that are no such sum. */
  readonly ratios?: (quality: JudgeQuality) => readonly RatioOfSums[] | null
}

/** Measures over iterations. */
export interface MeasureChart {
  readonly title: string
  readonly note: string
  readonly format: JudgeMeasure['format']
  /** Of the episodes of each iteration, or of the same ones each time. */
  readonly episodes: 'training' | 'fixed'
  readonly lines: readonly { readonly measure: JudgeMeasure; readonly colour: 1 | 2 | 3 | 4 | 5 }[]
  /** A value to compare with, e.g. what chance gives. */
  readonly mark?: { readonly y: number; readonly name: string }
  /** Values that the axis must hold. */
  readonly include?: readonly number[]
}

export interface JudgePresentation {
  /** What success of the policy is called in this setting. */
  readonly success: string
  /** What the judge writes, in the plural. */
  readonly written: string
  /** The settings of how it judges. */
  readonly settings: (config: JudgeSettings) => string
  /** Notes beside an episode, in sentences for the reader of a report. */
  readonly reading: string
  /** In the table of the judge in an iteration. */
  readonly all: readonly JudgeMeasure[]
  /** Before and after a run, for a terminal. */
  readonly summary: readonly JudgeMeasure[]
  /** Before and after a run, for the report: shares, large where `card`. */
  readonly headline: readonly { readonly measure: JudgeMeasure; readonly card: boolean }[]
  /** Of the progress display. */
  readonly columns: readonly { readonly title: string; readonly measure: JudgeMeasure }[]
  readonly charts: readonly MeasureChart[]
}
