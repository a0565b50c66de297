/** The votes of the reward model, joined to the steps that they are about. */
import { recordedObserver, observerNotes, type EpisodeKey, type Rollout } from '../contracts/episode.ts'
import type { Observing } from '../contracts/messages/run.ts'
import { votingOf } from '../reward/requests-with-votes.ts'
import { rewardModelKindOf } from '../reward/kinds/choose.ts'
import { valuesOf } from '../reward/outcome.ts'
import { rewardSettingsOf, type RewardSettings } from '../reward/settings.ts'
import type { Vote } from '../reward/votes.ts'
import type { StartedLab } from '../run/start-lab.ts'

/** An episode that was played, with what belongs to it. */
export interface LabRollout extends Rollout {
  /** Of the episode in `play`, of its task's slot in `groups`; from 0. */
  readonly index: number
  readonly task: unknown
  /** [steps][m]; `null` for a step without votes, empty if none were asked for. */
  readonly votes: readonly (readonly Vote[] | null)[]
  /** Whether its task is a proposal, to be accepted or rejected by how often it is won. */
  readonly pending: boolean
}

/** Episodes of one task; those that cannot be played are missing. */
export type LabGroup = readonly LabRollout[]

/** The settings of the reward model. @throws {RangeError} if the method has none. */
export function requireRewardModel({ config }: Pick<StartedLab, 'config'>, asked: string): RewardSettings {
  const settings = rewardSettingsOf(config)
  if (settings === null) throw new RangeError(`${asked}: the method ${config.method} has no reward model`)
  return settings
}

/** The observers of each episode: the reward model, if votes are asked for. @throws {RangeError} if the method has none. */
export function votingIn(
  { config, root, world }: StartedLab,
  votes: number | undefined,
): (key: EpisodeKey) => Readonly<Record<string, Observing>> {
  if (votes === undefined) return () => ({})
  const { rewardModel } = requireRewardModel({ config }, `votes must be left out, got ${votes}`)
  const where = { config: { ...config, rewardModel: { ...rewardModel, votes } }, root }
  const { name } = rewardModelKindOf(world)
  return key => ({ [recordedObserver]: votingOf(where, key, name) })
}

export const withVotes = (rollout: Rollout, index: number, task: unknown, pending = false): LabRollout => ({
  ...rollout,
  index,
  task,
  pending,
  votes: observerNotes(rollout).map(valuesOf),
})
