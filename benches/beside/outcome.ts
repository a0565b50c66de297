/** What a comparison has found. */
import { quantile } from '../../src/math/statistics.ts'
import { zip } from '../../src/math/zip.ts'
import { spreadOf, type Spread } from '../table.ts'
import type { Timing } from '../engine/in-turn.ts'
import type { Comparison } from './comparison.ts'

export interface Outcome extends Pick<Comparison, 'work' | 'peer' | 'unit'> {
  /** Units a second of processor time, medians. */
  readonly ours: number
  readonly theirs: number
  /** Our units beside theirs in the same processor time and on the same clock, each round by itself; above 1 ours is faster. */
  readonly processor: Spread
  readonly clock: Spread
}

export interface Measured {
  readonly ours: readonly Timing[]
  /** Those of the same rounds. */
  readonly theirs: readonly Timing[]
}

/** @throws {RangeError} if there is no round, or one of one side alone. */
export function outcomeOf({ work, peer, unit, ours, theirs }: Comparison, measured: Measured): Outcome {
  const rate = (units: number, times: readonly Timing[]) =>
    quantile(
      times.map(({ processorMs }) => (1000 * units) / processorMs),
      0.5,
    )
  const share = ours.units / theirs.units
  const rounds = zip(measured.ours, measured.theirs)
  return {
    ...{ work, peer, unit },
    ours: rate(ours.units, measured.ours),
    theirs: rate(theirs.units, measured.theirs),
    processor: spreadOf(rounds.map(([own, other]) => (share * other.processorMs) / own.processorMs)),
    clock: spreadOf(rounds.map(([own, other]) => (share * other.ms) / own.ms)),
  }
}
