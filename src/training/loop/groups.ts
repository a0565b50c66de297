/** Who plays what in one iteration, and the groups of rollouts that come back. Pure. */
import type { EpisodeKey, Rollout } from '../../episode.ts'
import { episodeId } from '../../episode.ts'
import type { Key } from '../../math/random.ts'
import type { RunConfig } from '../config/config.ts'
import { loopOrder } from './orders.ts'
import type { PlayOrder, RolloutBatch } from './rollouts.ts'
import { drawSlots } from './schedule.ts'
import { pendingSlots, slotAt, type Slots } from '../tasks/slots.ts'

/** One task to be played by a whole group. */
export interface PlannedGroup {
  readonly use: 'train' | 'pending'
  readonly slot: number
  readonly task: unknown
  readonly keys: readonly EpisodeKey[]
}

/** A group that was played; episodes that could not be are missing. */
export interface PlayedGroup extends PlannedGroup {
  readonly members: readonly { readonly key: EpisodeKey; readonly rollout: Rollout }[]
}

export const rolloutsOf = ({ members }: PlayedGroup): readonly Rollout[] => members.map(({ rollout }) => rollout)

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

export const ordersOf = (config: RunConfig, root: Key, groups: readonly PlannedGroup[]): readonly PlayOrder[] =>
  groups.flatMap(({ keys, task }) => keys.map(key => loopOrder(config, root, key, task)))

export const playedGroups = (groups: readonly PlannedGroup[], { rollouts }: RolloutBatch): readonly PlayedGroup[] =>
  groups.map(group => ({
    ...group,
    members: group.keys.flatMap(key => {
      const rollout = rollouts.get(episodeId(key))
      return rollout === undefined ? [] : [{ key, rollout }]
    }),
  }))
