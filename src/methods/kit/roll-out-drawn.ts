import { measuredEvents } from '../../curriculum/adaptation.ts'
import { drawnGroups } from '../../curriculum/schedule.ts'
import { policyRequests, type PolicyRequestOptions } from '../../rollout/rollout-requests.ts'
import type { Collected, Lab, Progress } from '../method.ts'
import { rollOut } from './roll-out.ts'

/**
 * The next batch of a method that leaves tasks as they are and asks for no votes: a group of episodes of each drawn slot, all
 * of them to be trained on.
 *
 * @param options who plays, and how turns are sampled; left out, the policy alone without trees.
 * @throws {InvalidShareError} if more of it is invalid than the configuration allows.
 */
export async function rollOutDrawn(
  lab: Lab,
  { iteration: before, slots }: Progress,
  options: PolicyRequestOptions = {},
): Promise<Collected> {
  const iteration = before + 1
  const planned = drawnGroups(lab, iteration, slots)
  const { played, ...rest } = await rollOut(lab, planned, policyRequests(lab, planned, options))
  const events = measuredEvents({ slots }, iteration, played)
  return { iteration, slots, training: played, events, ...rest }
}
