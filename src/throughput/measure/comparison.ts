import { zip } from '../../math/zip.ts'
import { estimateMean, type ConfidenceInterval } from '../../statistics/mean-estimate.ts'
import type { ThroughputOptions } from './options.ts'
import type { Measurement } from './rates.ts'

/** Another benchmark's case, measured in alternate rounds. */
export interface ThroughputComparison {
  /** Of that benchmark, complete. */
  readonly options: ThroughputOptions
  /** The i-th was measured with the i-th of the row. */
  readonly rounds: readonly Measurement[]
  /** Steps a second of the row, divided by its own: the geometric mean over rounds. */
  readonly ratio: number
  /** t interval of the mean logarithm of the ratios; `null` of one round, and where all are alike. */
  readonly interval: ConfidenceInterval | null
  /** Confidence of the interval. */
  readonly level: number
}

/** @param rounds [n]; `own` too. @throws {RangeError} if nothing was done in one: it has no ratio. */
export function comparedWith(
  { options, rounds }: Pick<ThroughputComparison, 'options' | 'rounds'>,
  own: readonly Measurement[],
): ThroughputComparison {
  const idle = [...own, ...rounds].find(({ stepsPerSecond }) => stepsPerSecond === 0)
  if (idle !== undefined)
    throw new RangeError(
      `seconds must be enough for a step in every round that is compared, got none in ${idle.seconds.toPrecision(2)} s`,
    )
  const logs = zip(own, rounds).map(([a, b]) => Math.log(a.stepsPerSecond / b.stepsPerSecond))
  const { mean, interval, level } = estimateMean(logs)
  return {
    options,
    rounds,
    ratio: Math.exp(mean),
    interval: interval === null ? null : { low: Math.exp(interval.low), high: Math.exp(interval.high) },
    level,
  }
}
