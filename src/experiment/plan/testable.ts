/** Whether the comparisons of a plan can be made once its runs are there. Pure. */
import { ConfigError } from '../../config/config-error.ts'
import type { RunConfig } from '../../config/config.ts'
import type { Measure } from '../../contracts/measure.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { sameData } from '../../contracts/same-data.ts'
import { lookUp } from '../../math/look-up.ts'
import { evaluatedIterations } from '../../run/loop/evaluated-iterations.ts'
import { requireComparable } from '../results/require-comparable.ts'
import type { ExperimentPlan } from './experiment-plan.ts'

/**
 * @param arms by name.
 * @throws {ConfigError} naming the first comparison of two arms that have the same settings, are never measured after the same
 *   iteration, or whose settings change the measured quantity.
 */
export function requireTestable({ comparisons }: ExperimentPlan, arms: ReadonlyMap<string, PlannedArm>): void {
  for (const [index, { arm, against, measure }] of comparisons.entries()) {
    const compared = (name: string) => ({ name, ...lookUp(arms, name), heldOut: sameTasks })
    const [one, other] = [compared(arm), compared(against)]
    try {
      requireComparable(one, other, measure)
      requireCommonIteration(one, other)
      if (sameData(one.config, other.config))
        throw new RangeError(`${arm} and ${against} have the same settings: there is nothing to compare`)
    } catch (error) {
      throw new ConfigError(`comparisons.${index}: ${reasonOf(error)}`, { cause: error })
    }
  }
}

export interface PlannedArm {
  readonly config: RunConfig
  /** Of its method. */
  readonly measures: readonly Measure[]
}

/** Whether worlds with other options hold the same tasks out is known of runs alone. */
const sameTasks = { seen: 'not known yet', unseen: 'not known yet' }

interface Arm {
  readonly name: string
  readonly config: RunConfig
}

function requireCommonIteration(one: Arm, other: Arm): void {
  const [first, second] = [evaluatedIterations(one.config), evaluatedIterations(other.config)]
  const known = new Set(second)
  if (first.some(iteration => known.has(iteration))) return
  throw new RangeError(
    `${one.name} and ${other.name} are never measured after the same iteration: ${one.name} after ${first.join(', ')}, ${other.name} after ${second.join(', ')}`,
  )
}
