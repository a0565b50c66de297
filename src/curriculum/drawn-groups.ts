import type { RunConfig } from '../config/config.ts'
import type { Key } from '../math/random.ts'
import { plannedGroup, type PlannedGroup } from '../rollout/groups.ts'
import { drawSlots } from './schedule.ts'
import { slotAt, type Slots } from './slots.ts'

/** The groups of the slots that are drawn for an iteration, from 1; each of as many episodes as the configuration says. */
export function drawnGroups(
  { config: { tasks }, root }: { readonly config: Pick<RunConfig, 'tasks'>; readonly root: Key },
  iteration: number,
  slots: Slots<unknown>,
): readonly PlannedGroup[] {
  const { perIteration, episodes } = tasks
  return drawSlots({ key: root, iteration: iteration - 1, slots: slots.length, perIteration }).map(slot =>
    plannedGroup({ use: 'train', iteration, slot, episodes }, slotAt(slots, slot).current.task),
  )
}
