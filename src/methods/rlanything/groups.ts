/** The groups of an iteration: which are played, and the tests and soft votes on them. */
import { drawnGroups } from '../../curriculum/schedule.ts'
import { pendingSlots, slotAt, type Slots } from '../../curriculum/slots.ts'
import { nth } from '../../math/nth.ts'
import { rewardModelName } from '../../reward/requests-with-votes.ts'
import { plannedGroup, rolloutsOf, type PlannedGroup, type PlayedGroup } from '../../rollout/groups.ts'
import { withSoftVotes } from './credit/soft-votes.ts'
import type { RlanythingLab } from './lab.ts'

/**
 * The drawn slots' tasks, and every pending one; by rule `sound` the task it would replace as well.
 *
 * @param tried the iteration up to which proposals are being played by others; left out, none are.
 */
export function planGroups(
  lab: Pick<RlanythingLab, 'config' | 'root'>,
  iteration: number,
  slots: Slots<unknown>,
  tried = -1,
): readonly PlannedGroup[] {
  const { tasks, adaptation } = lab.config
  const drawn = drawnGroups(lab, iteration, slots)
  const pending = pendingSlots(slots).filter(slot => (slotAt(slots, slot).pending?.iteration ?? tried) > tried)
  const beside = adaptation.rule === 'sound' ? pending.filter(slot => !drawn.some(group => group.slot === slot)) : []
  const group = (use: PlannedGroup['use'], slot: number, task: unknown): PlannedGroup =>
    plannedGroup({ use, iteration, slot, episodes: tasks.episodes }, task)
  return [
    ...drawn,
    ...beside.map(slot => group('train', slot, slotAt(slots, slot).current.task)),
    ...pending.map(slot => group('pending', slot, slotAt(slots, slot).pending?.task)),
  ]
}

/** The groups with the results of the tests that the reward model wrote for them, where it writes tests, or with soft votes, where they are wanted. */
export async function examined(
  { client, config, model, rewardModelKind }: Pick<RlanythingLab, 'client' | 'config' | 'model' | 'rewardModelKind'>,
  groups: readonly PlayedGroup[],
): Promise<readonly PlayedGroup[]> {
  const tested = await rewardModelKind.runTests(client, groups)
  const played = groups.map((group, index) => ({ ...group, ...tested[index] }))
  const { soft, temperature } = config.rewardModel
  if (!soft) return played
  const rollouts = await withSoftVotes(model(rewardModelName), played.flatMap(rolloutsOf), temperature)
  let next = 0
  return played.map(group => ({
    ...group,
    members: group.members.map(member => ({ ...member, rollout: nth(rollouts, next++) })),
  }))
}
