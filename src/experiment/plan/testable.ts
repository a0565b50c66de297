/** Whether the comparisons of a plan can be made once its runs are there. Pure. */
import { ConfigError } from '../../config/checked.ts'
import type { RunConfig } from '../../config/config.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { lookUp } from '../../math/look-up.ts'
import { requireComparable } from '../results/require-comparable.ts'
import type { ExperimentPlan } from './experiment-plan.ts'

/**
 * @param configs by arm.
 * @throws {ConfigError} naming the first comparison of two arms that are never measured after the same iteration, or whose
 *   settings make what is measured another thing.
 */
export function requireTestable({ comparisons }: ExperimentPlan, configs: ReadonlyMap<string, RunConfig>): void {
  for (const [index, { arm, against, measure }] of comparisons.entries()) {
    const two = [arm, against].map(name => ({ name, config: lookUp(configs, name), heldOut: sameTasks }))
    const refuse = (why: string) => {
      throw new ConfigError(`comparisons.${index}: ${why}`)
    }
    const [one, other] = two
    if (one === undefined || other === undefined) continue
    try {
      requireComparable(one, other, measure)
    } catch (error) {
      refuse(reasonOf(error))
    }
    const [first, second] = [measurements(one.config), measurements(other.config)]
    if (!first.some(iteration => second.includes(iteration)))
      refuse(
        `${arm} and ${against} are never measured after the same iteration: ${arm} after ${first.join(', ')}, ${against} after ${second.join(', ')}`,
      )
  }
}

/** Whether worlds with other options hold the same tasks out is known of runs alone. */
const sameTasks = { seen: 'not known yet', unseen: 'not known yet' }

function measurements({ iterations, evaluation: { every } }: RunConfig): readonly number[] {
  const between = every === 0 ? [] : Array.from({ length: Math.floor(iterations / every) }, (_, n) => (n + 1) * every)
  return [...new Set([...between, iterations])]
}
