/** σ: the model that plays each agent. Pure. */
import { lastOf } from '../../math/last-of.ts'
import { policyAsAll, policyName, type PlayerModels } from '../../rollout/rollout-requests.ts'
import type { Agents } from '../method.ts'
import type { AtGrpoOptions } from './settings.ts'

/**
 * Shared: `policy` plays all. Separate: each agent has a model named like it, but the last, whose model is called `policy`.
 *
 * @throws {RangeError} if the world lists no agents.
 */
export function playersOf({ policies }: Pick<AtGrpoOptions, 'policies'>, { name, agents = [] }: Agents): PlayerModels {
  if (agents.length === 0) throw new RangeError(`at-grpo needs a world that lists its agents, and ${name} lists none`)
  if (policies === 'shared') return policyAsAll({ agents })
  const first = agents.includes(policyName) ? policyName : lastOf(agents)
  return Object.fromEntries(agents.map(agent => [agent, agent === first ? policyName : agent]))
}
