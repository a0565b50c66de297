import { quantile } from '../../math/statistics.ts'
import type { ThroughputRow } from './events.ts'
import type { Measurement, TrainingSpeed } from './rates.ts'

/** @param maxRows observations that one device call could answer, if that is known. */
export function throughputRow(
  what: Pick<ThroughputRow, 'model' | 'world' | 'threads' | 'worlds' | 'machine' | 'loadAfter' | 'options' | 'against'>,
  rounds: readonly Measurement[],
  maxRows: number | null,
): ThroughputRow {
  const median = (value: (round: Measurement) => number | null): number | null => {
    const values = rounds.map(value).filter(each => each !== null)
    return values.length === 0 ? null : quantile(values, 0.5)
  }
  const speeds = rounds.map(round => round.stepsPerSecond)
  const stepsPerSecond = quantile(speeds, 0.5)
  const requestsPerCall = median(round => round.requestsPerCall)
  return {
    ...what,
    played: what.options.episodes === null ? null : (rounds[0]?.played ?? null),
    seconds: quantile(
      rounds.map(round => round.seconds),
      0.5,
    ),
    stepsPerSecond,
    stepsPerSecondRange: { min: Math.min(...speeds), max: Math.max(...speeds) },
    microsecondsPerStep: 1e6 / stepsPerSecond,
    requestsPerCall,
    occupancy: requestsPerCall === null || maxRows === null ? null : requestsPerCall / maxRows,
    queueMedianMs: median(({ queue }) => queue.medianMs),
    queueP95Ms: median(({ queue }) => queue.p95Ms),
    deviceShare: median(round => round.deviceShare),
    ceiling: median(round => round.ceiling),
    ceilingShare: median(round => (round.ceiling === null ? null : round.stepsPerSecond / round.ceiling)),
    training: trainingOf(rounds.flatMap(({ training }) => training ?? [])),
    rounds,
  }
}

function trainingOf(rounds: readonly TrainingSpeed[]): TrainingSpeed | null {
  const [first] = rounds
  if (first === undefined) return null
  const median = (of: (round: TrainingSpeed) => number): number => quantile(rounds.map(of), 0.5)
  const parts = Object.keys(first.partsMs).map(part => [part, median(({ partsMs }) => partsMs[part] ?? 0)] as const)
  return {
    tokensPerSecond: median(({ tokensPerSecond }) => tokensPerSecond),
    iterationMs: median(({ iterationMs }) => iterationMs),
    partsMs: Object.fromEntries(parts),
  }
}
