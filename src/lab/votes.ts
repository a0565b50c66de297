/** The votes of the reward model, joined to the steps that they are about. */
import { judge, judgedOf, type EpisodeKey, type Rollout } from '../contracts/episode.ts'
import type { Observing } from '../contracts/messages/run.ts'
import { judgingOf } from '../reward/judged-requests.ts'
import { rewardModelKindOf } from '../reward/kinds/choose.ts'
import { valuesOf } from '../reward/outcome.ts'
import { judgeSettingsOf } from '../reward/settings.ts'
import type { Vote } from '../reward/votes.ts'
import type { StartedLab } from '../run/start-lab.ts'

/** An episode that was played, with what belongs to it. */
export interface LabRollout extends Rollout {
  /** Of the episode in `play`, of its task's slot in `groups`; from 0. */
  readonly index: number
  readonly task: unknown
  /** [steps][m]; `null` for a step on which there are none, empty if none were asked for. */
  readonly votes: readonly (readonly Vote[] | null)[]
}

/** The observers of each episode: the reward model, if votes are asked for. @throws {RangeError} if the method has none. */
export function judgedIn(
  { config, root, world }: StartedLab,
  votes: number | undefined,
): (key: EpisodeKey) => Readonly<Record<string, Observing>> {
  if (votes === undefined) return () => ({})
  const settings = judgeSettingsOf(config)
  if (settings === null)
    throw new RangeError(`votes must be left out: the method ${config.method} has no reward model, got ${votes}`)
  const where = { config: { ...config, rewardModel: { ...settings.rewardModel, votes } }, root }
  const { name } = rewardModelKindOf(world)
  return key => ({ [judge]: judgingOf(where, key, name) })
}

export const withVotes = (rollout: Rollout, index: number, task: unknown): LabRollout => ({
  ...rollout,
  index,
  task,
  votes: judgedOf(rollout).map(valuesOf),
})
