/** Who plays what in one iteration, and the groups of rollouts that come back. Pure. */
import type { EpisodeKey, Rollout } from '../contracts/episode.ts'
import { episodeId } from '../contracts/episode.ts'
import type { Key } from '../math/random.ts'
import type { RunConfig } from '../config/config.ts'
import { loopRequest } from './rollout-requests.ts'
import type { PlayOrder, RolloutBatch } from './rollouts.ts'
import { drawSlots } from '../run/loop/schedule.ts'
import { pendingSlots, slotAt, type Slots } from '../curriculum/slots.ts'

/** One task to be played by a whole group. */
export interface PlannedGroup {
  readonly use: 'train' | 'pending'
  readonly slot: number
  readonly task: unknown
  readonly keys: readonly EpisodeKey[]
}

/** The episodes of one task; those that could not be played are missing. */
export interface TaskGroup {
  readonly task: unknown
  readonly members: readonly { readonly key: EpisodeKey; readonly rollout: Rollout }[]
  /**
   * [tests][programs] whether each member's program passes each test that was written for the group, by member and then in
   * the order written; `null` where nothing has been tried.
   */
  readonly passes: readonly (readonly boolean[])[] | null
}

/** A group that was played. */
export interface PlayedGroup extends PlannedGroup, TaskGroup {}

export const rolloutsOf = ({ members }: Pick<TaskGroup, 'members'>): readonly Rollout[] =>
  members.map(({ rollout }) => rollout)

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

export const playedGroups = (
  groups: readonly PlannedGroup[],
  rollouts: RolloutBatch['rollouts'],
): readonly PlayedGroup[] =>
  groups.map(group => ({
    ...group,
    members: membersOf(group.keys, rollouts),
    passes: null,
  }))

/** Those that could be played. */
export const membersOf = (keys: readonly EpisodeKey[], rollouts: RolloutBatch['rollouts']): TaskGroup['members'] =>
  keys.flatMap(key => {
    const rollout = rollouts.get(episodeId(key))
    return rollout === undefined ? [] : [{ key, rollout }]
  })

/** All that was played, as the groups have it now. */
export const batchOf = (groups: readonly PlayedGroup[], invalid: RolloutBatch['invalid']): RolloutBatch => ({
  rollouts: new Map(
    groups.flatMap(({ members }) => members.map(({ key, rollout }): [string, Rollout] => [episodeId(key), rollout])),
  ),
  invalid,
})
