import { outcomeCredit, type PolicyCredit } from '../../learning/group-credit.ts'
import { nth } from '../../math/nth.ts'
import { standardise } from '../../math/statistics.ts'
import { zip } from '../../math/zip.ts'
import type { TaskGroup } from '../../rollout/groups.ts'

/**
 * A = A_E + α A_S: the outcome standardised over the trajectories of a group, and step rewards standardised over all steps of it.
 * Source: iStar, arXiv 2509.19199.
 *
 * @param stepRewards [members][steps] r_φ.
 */
export function istarCredit(
  group: Pick<TaskGroup, 'members'>,
  stepRewards: readonly (readonly number[])[],
  alpha: number,
): PolicyCredit {
  const whole = outcomeCredit(group)
  const standardised = standardise(stepRewards.flat())
  let next = 0
  const advantages = zip(whole.advantages, stepRewards).map(([ofEpisode, rewards]) =>
    zip(ofEpisode, rewards).map(([advantage]) => (advantage ?? 0) + alpha * nth(standardised, next++)),
  )
  return { rewards: stepRewards, advantages }
}
