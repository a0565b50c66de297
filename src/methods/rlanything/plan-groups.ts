import type { Key } from '../../math/random.ts'
import type { RunConfig } from '../../config/config.ts'
import { loopRequest } from '../../rollout/rollout-requests.ts'
import type { PlayOrder } from '../../rollout/rollouts.ts'
import { drawSlots } from '../../run/loop/schedule.ts'
import { pendingSlots, slotAt, type Slots } from '../../curriculum/slots.ts'
import type { PlannedGroup } from '../../rollout/groups.ts'

/** The drawn slots' tasks, and every pending one; by rule `sound` the task it would replace as well. */
export function planGroups(
  config: RunConfig,
  root: Key,
  iteration: number,
  slots: Slots<unknown>,
): readonly PlannedGroup[] {
  const { perIteration, episodes } = config.tasks
  const drawn = drawSlots({ key: root, iteration: iteration - 1, slots: slots.length, perIteration })
  const pending = pendingSlots(slots)
  const beside = config.adaptation.rule === 'sound' ? pending.filter(slot => !drawn.includes(slot)) : []
  const group = (use: 'train' | 'pending', slot: number, task: unknown): PlannedGroup => ({
    use,
    slot,
    task,
    keys: Array.from({ length: episodes }, (_, episode) => ({ use, iteration, slot, episode })),
  })
  return [
    ...[...drawn, ...beside].map(slot => group('train', slot, slotAt(slots, slot).current.task)),
    ...pending.map(slot => group('pending', slot, slotAt(slots, slot).pending?.task)),
  ]
}

export const requestsOf = (config: RunConfig, root: Key, groups: readonly PlannedGroup[]): readonly PlayOrder[] =>
  groups.flatMap(({ keys, task }) => keys.map(key => loopRequest(config, root, key, task)))
