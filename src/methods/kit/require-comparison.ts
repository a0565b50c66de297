import type { RunConfig } from '../../config/config.ts'
import { configuredBand, successBand, type GroupBand, type SuccessBand } from '../../learning/success-band.ts'
import { everyGroup } from './train-policy.ts'

/** A comparison of the episodes of a task, as a method makes it. */
interface EpisodeComparison {
  readonly method: string
  /** Success shares of the groups that are trained on. */
  readonly band: SuccessBand
  /** Its setting, for messages. */
  readonly setting: `${string}.filter`
  /**
   * `outcomes`: groups in which all are the same teach nothing. `episodes`: by more than their outcomes. `nothing`: a single episode
   * teaches.
   */
  readonly compares: 'outcomes' | 'episodes' | 'nothing'
}

/** The comparison of outcomes within the groups that `policy.filter` lets through. */
export const outcomesCompared = (method: string, policy: GroupBand): EpisodeComparison => ({
  ...{ method, band: configuredBand(policy), setting: 'policy.filter', compares: 'outcomes' },
})

/** The comparison of returns within all groups. */
export const everyGroupCompared = (method: string): EpisodeComparison => ({
  ...{ method, band: everyGroup, setting: 'policy.filter', compares: 'episodes' },
})

/** @throws {RangeError} if no group of `tasks.episodes` can ever be trained on: it has one episode, or no share that the band lets through. */
export function requireComparison(
  { tasks: { episodes } }: Pick<RunConfig, 'tasks'>,
  { method, band, setting, compares }: EpisodeComparison,
): void {
  if (episodes < 2 && compares !== 'nothing')
    throw new RangeError(
      `tasks.episodes must be at least 2 for the method ${method}, which compares the episodes of a task, got ${episodes}: it would train on nothing`,
    )
  const shares = Array.from({ length: episodes + 1 }, (_, won) => won / episodes)
  const teaching = compares === 'outcomes' ? shares.slice(1, -1) : shares
  if (teaching.some(share => successBand(share, band) === 'kept')) return
  throw new RangeError(
    `${setting} must let a success share through that a group of tasks.episodes ${episodes} can have and that teaches (${teaching.map(share => share.toFixed(2)).join(', ')}), got [${band.low}, ${band.high}], ${band.edges}: nothing would be trained on`,
  )
}
