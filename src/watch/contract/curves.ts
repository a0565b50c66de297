/** The curves of one measure, ready to be drawn. Types only: the server and its page share them. */

export const alongKinds = ['iteration', 'episodes', 'tokens', 'hours'] as const

/** The quantity on the x axis: iterations, or the amount spent until then. */
export type AlongKind = (typeof alongKinds)[number]

/** [N] points by ascending x; a y of `null` breaks the line. */
export interface CurveLine {
  readonly x: readonly number[]
  readonly y: readonly (number | null)[]
}

/** [N] the mean over seeds, its standard error, and the number of seeds that it is the mean of. */
export interface MeanLine extends CurveLine {
  /** `null` where there are fewer than two seeds. */
  readonly error: readonly (number | null)[]
  readonly seeds: readonly number[]
}

interface RunLine {
  readonly run: string
  readonly seed: number | null
  readonly line: CurveLine
}

export interface ArmCurve {
  readonly arm: string
  /** Index among all arms, which chooses its colour. */
  readonly index: number
  readonly runs: readonly RunLine[]
  /** Number of its runs without copies: those of equal settings and seed count once. */
  readonly seeds: number
  /** Smoothed, where that was asked for. */
  readonly mean: MeanLine
  /** As measured, where `mean` is smoothed; else `null`. */
  readonly raw: CurveLine | null
}

export interface Curves {
  readonly measure: string
  readonly along: AlongKind
  /** Points that a value is smoothed over; 1 is none. */
  readonly window: number
  /** The setting by whose value runs are joined, whatever else they differ in; empty where arms differ in nothing but the seed. */
  readonly group: string
  readonly arms: readonly ArmCurve[]
  /** Range of x of all points, zoomed or not; `null` without points. */
  readonly range: readonly [number, number] | null
  /** Whether a run is not read to its end yet: its curve then goes through a part of its points. */
  readonly partial: boolean
}
