/** The groups of episodes planned for an iteration, and the groups of their rollouts. Pure. */
import { episodeId, type EpisodeKey, type Rollout } from '../contracts/episode.ts'
import type { RolloutBatch } from '../contracts/messages/rollouts.ts'

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

/** A task's group, as it is to be played. */
export const plannedGroup = (
  {
    use,
    iteration,
    slot,
    episodes,
  }: Pick<PlannedGroup, 'use' | 'slot'> & {
    readonly iteration: number
    readonly episodes: number
  },
  task: unknown,
): PlannedGroup => ({
  use,
  slot,
  task,
  keys: Array.from({ length: episodes }, (_, episode) => ({ use, iteration, slot, episode })),
})

/** Rollouts that are compared with each other. */
export interface Members {
  readonly members: readonly { readonly rollout: Rollout }[]
}

export const rolloutsOf = ({ members }: Members): readonly Rollout[] => members.map(({ rollout }) => rollout)

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
