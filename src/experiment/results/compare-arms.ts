/** One comparison of two arms. Pure. */
import { derive, rootKey } from '../../math/random.ts'
import { zip } from '../../math/zip.ts'
import { bootstrapInterval } from '../../statistics/bootstrap.ts'
import { pairedDifference, type PairedDifference } from '../../statistics/paired-difference.ts'
import { pairedOutcomes, type PairedOutcomes } from '../../statistics/paired-outcomes.ts'
import type { ArmComparison, ComparisonResult, IntervalMethod, MeasuredArm, SeedPair } from './experiment-result.ts'
import type { MeasuredPoint, MeasuredRun } from './measured-run.ts'
import { requireComparable } from './require-comparable.ts'

export interface CompareOptions {
  /** Confidence of intervals and verdicts, in (0, 1). */
  readonly level: number
  readonly intervals: IntervalMethod
  /** Compared are the values after it; `null` is the last that both runs of a pair have been measured at. */
  readonly iteration: number | null
}

/** Before it is corrected for the others. */
type UncorrectedComparison = Omit<ComparisonResult, 'adjusted' | 'verdict'>

/**
 * Compares runs of the same seed; where there is one pair of runs, the outcomes of its held-out tasks.
 *
 * @throws {RangeError} if runs differ in world or held-out tasks, by their names.
 */
export function compareArms(
  comparison: ArmComparison,
  [arm, against]: readonly [MeasuredArm, MeasuredArm],
  options: CompareOptions,
): UncorrectedComparison {
  const matched = arm.runs.flatMap(run => {
    const other = against.runs.find(({ seed }) => seed === run.seed)
    return other === undefined ? [] : [{ run, other }]
  })
  for (const { run, other } of matched) requireComparable(run, other, comparison.measure)
  const common = matched.map(({ run, other }) => commonPoints(run, other, comparison.measure))
  const trained = common.flat().filter(({ iteration }) => iteration > 0)
  const iteration =
    options.iteration ?? trained.reduce<number | null>((last, each) => Math.max(last ?? 0, each.iteration), null)
  const pairs = common
    .flatMap(points => points.filter(each => each.iteration === iteration))
    .sort((a, b) => a.pair.seed - b.pair.seed)
  return {
    ...comparison,
    iteration: pairs.length === 0 ? null : iteration,
    pairs: pairs.map(({ pair }) => pair),
    level: options.level,
    ...tested(comparison, pairs, options),
  }
}

/** Both runs of a seed at an iteration that both have been measured at. */
interface CommonPoint {
  readonly iteration: number
  readonly pair: SeedPair
  /** Outcomes of the same held-out tasks; `null` without such tasks. */
  readonly wins: readonly [arm: string, against: string] | null
}

function commonPoints(run: MeasuredRun, other: MeasuredRun, measure: string): readonly CommonPoint[] {
  return run.points.flatMap(point => {
    const counterpart = other.points.find(({ iteration }) => iteration === point.iteration)
    const [arm, against] = [point.values[measure] ?? null, counterpart?.values[measure] ?? null]
    if (counterpart === undefined || arm === null || against === null) return []
    const pair = { seed: run.seed, arm, against, difference: arm - against }
    return [{ iteration: point.iteration, pair, wins: winsOf(point, counterpart, measure) }]
  })
}

function winsOf(point: MeasuredPoint, other: MeasuredPoint, measure: string): CommonPoint['wins'] {
  const [wins, others] = [point.wins[measure] ?? null, other.wins[measure] ?? null]
  if (wins === null || others === null) return null
  return wins.length === others.length ? [wins, others] : null
}

type Tested = Pick<ComparisonResult, 'unit' | 'count' | 'mean' | 'error' | 'interval' | 'p' | 'test'>

function tested(comparison: ArmComparison, pairs: readonly CommonPoint[], options: CompareOptions): Tested {
  const [only] = pairs
  if (only === undefined)
    return { ...untested, test: 'no test: no seed has been measured in both arms after the same iteration' }
  const outcomes = pairs.length > 1 || only.wins === null ? noOutcomes : pairedOutcomes(...only.wins)
  const unit = outcomes.first.length === 0 ? 'seeds' : 'tasks'
  const values = { first: pairs.map(({ pair }) => pair.arm), second: pairs.map(({ pair }) => pair.against) }
  const { first, second } = unit === 'seeds' ? values : outcomes
  const {
    count,
    mean,
    error,
    interval,
    p,
    untested: reason,
  } = pairedDifference(first, second, {
    level: options.level,
    hypothesis: -(comparison.margin ?? 0),
  })
  const where = unit === 'seeds' ? `${count} seeds` : `${count} held-out tasks of seed ${only.pair.seed}`
  return {
    unit,
    count,
    mean,
    error,
    interval: interval === null || options.intervals === 't' ? interval : bootstrapped(),
    p,
    test: reason === null ? `paired t test over ${where}` : `no test: ${reason}`,
  }

  function bootstrapped(): PairedDifference['interval'] {
    const { arm, against, measure } = comparison
    return bootstrapInterval(
      zip(first, second).map(([a, b]) => a - b),
      { key: derive(rootKey(0), 'bootstrap', arm, against, measure), level: options.level },
    )
  }
}

const noOutcomes: PairedOutcomes = { first: [], second: [] }

const untested = { unit: null, count: 0, mean: null, error: null, interval: null, p: null }
