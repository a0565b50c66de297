/** Staleness of samples: trainings of the model since they were drawn. Pure. */
import type { RunConfig } from '../config/config.ts'

/**
 * Iterations that may be rolled out before the one that is trained on is over: nothing that is trained on is older than so
 * many trainings. To leave stale samples out would choose among episodes by their length, and so by their outcome: where none are
 * wanted, none are rolled out.
 */
export const maxOffPolicyIterations = ({ mode }: Pick<RunConfig, 'mode'>): number =>
  mode.kind === 'asynchronous' && mode.stale !== 'drop' ? mode.staleness : 0

/** A model's trainings so far, as far back as a sample of it can be old. */
export interface VersionHistory {
  /** Updates that the model had been given at the end of each, ascending. */
  readonly ends: readonly number[]
}

export const noVersions: VersionHistory = { ends: [] }

/**
 * Trainings that the model was given after a sample was drawn, one that was under way then included.
 *
 * @param version updates that the model had been given when the sample was drawn.
 */
export const stalenessOfVersion = ({ ends }: VersionHistory, version: number): number =>
  ends.filter(end => end > version).length

/**
 * The trainings after one more.
 *
 * @param version updates that the model has been given by its end; `null` if it was given none in it.
 * @param maxStaleness of a sample, in trainings.
 */
export const afterTraining = (
  { ends }: VersionHistory,
  version: number | null,
  maxStaleness: number,
): VersionHistory => ({
  ends: version === null || maxStaleness === 0 ? ends : [...ends, version].slice(-maxStaleness),
})

/** Of samples by their ages, in trainings. */
interface Staleness {
  /** `null` without samples. */
  readonly meanStaleness: number | null
  /** 0 without samples. */
  readonly largestStaleness: number
}

export function stalenessOf(ages: readonly number[]): Staleness {
  let sum = 0
  let largest = 0
  for (const age of ages) {
    sum += age
    largest = Math.max(largest, age)
  }
  return { meanStaleness: ages.length === 0 ? null : sum / ages.length, largestStaleness: largest }
}
