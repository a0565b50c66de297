/** How the configuration of a run differs from that of a plan. */
import type { RunConfig } from '../../config/config.ts'
import { withoutEffect } from '../../config/without-effect.ts'
import { leavesOf } from '../../config/tree.ts'
import { preview } from '../../text/preview.ts'
import { sameData } from '../../contracts/same-data.ts'

/** Starters of an experiment are the same ones when its folder was moved. */
const startersPath = /[/\\]starters[/\\][^/\\]+[/\\][^/\\]+$/

/**
 * One line for each setting that changes results, by its path; [] if the run is the planned one.
 *
 * @param found of the run, complete: settings that were not known when it was made are at their defaults.
 */
export function departures(planned: RunConfig, found: RunConfig): readonly string[] {
  const [wanted, there] = [leavesOf(planned), leavesOf(found)]
  return [...new Set([...wanted.keys(), ...there.keys()])].flatMap(path => {
    if (withoutEffect.has(path)) return []
    const [one, other] = [wanted.get(path), there.get(path)]
    /* The day on which the run began. */
    if (path === 'policy.date' && one === null) return []
    if (sameData(comparable(path, one), comparable(path, other))) return []
    return [`${path} is ${preview(one)} in the plan and ${preview(other)} in the run`]
  })
}

const comparable = (path: string, value: unknown): unknown =>
  path.startsWith('starters.') && typeof value === 'string' ? (startersPath.exec(value)?.[0] ?? value) : value
