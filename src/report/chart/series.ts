/** The lines of a chart, and how they are made from lines of metrics. */
import type { IterationMetrics } from '../../contracts/metrics.ts'

export interface Series {
  readonly name: string
  readonly colour: Colour
  readonly points: readonly Point[]
  /**
   * `dots` marks every point, for measurements that are far apart; `faint` is in the background, `ghost` farther back: one
   * of several seeds; `dotted` is a mean over a part of them, or another run.
   */
  readonly look?: 'line' | 'dots' | 'faint' | 'ghost' | 'dotted'
  /** The area between two lines, in its colour. */
  readonly band?: readonly BandPoint[]
  /** A class of the page by which it hides series, e.g. all of one arm. */
  readonly group?: string
  /** Whether a wide chart writes its name and last value at its end. */
  readonly labelled?: boolean
}

/** Which of the page's colours: those of a run's report by number, or one of the eight of arms, which differ for every eye. */
export type Colour = 1 | 2 | 3 | 4 | 5 | ArmColour
export type ArmColour = `a${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`

export interface Point {
  readonly x: number
  readonly y: number
  /** Standard error, in units of y. */
  readonly error?: number
}

export interface BandPoint {
  readonly x: number
  readonly low: number
  readonly high: number
}

/** One value an iteration; iterations without one are left out. */
export const over = (
  metrics: readonly IterationMetrics[],
  value: (line: IterationMetrics) => number | null,
): readonly Point[] =>
  metrics.flatMap(line => {
    const y = value(line)
    return y === null ? [] : [{ x: line.iteration, y }]
  })

/** A line for each model that was trained, the policy first. */
export function modelSeries(
  metrics: readonly IterationMetrics[],
  value: (line: IterationMetrics, model: string) => number | null,
): readonly Series[] {
  const models = new Set(['policy', ...metrics.flatMap(({ models: trained }) => Object.keys(trained))])
  return [...models].map((name, index) => ({
    name,
    colour: modelColours[index % modelColours.length] ?? 1,
    points: over(metrics, line => value(line, name)),
  }))
}

const modelColours = [1, 4, 2, 3, 5] as const
