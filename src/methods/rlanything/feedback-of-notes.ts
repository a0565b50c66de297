import type { EpisodeFeedback } from '../../contracts/episode-feedback.ts'
import { observerNotes, samplesOf } from '../../contracts/episode.ts'
import type { GroupCredit } from '../../learning/group-credit.ts'
import { stalenessOfVersion, type VersionHistory } from '../../learning/staleness.ts'
import { nth } from '../../math/nth.ts'
import { passSharesOf } from '../../reward/unit-tests/written-tests.ts'
import type { PlayedGroup } from '../../rollout/groups.ts'

/** Versions of both models after each of their trainings. */
export interface ModelVersions {
  readonly policy: VersionHistory
  readonly rewardModel: VersionHistory
}

/** Rewards and advantages of the votes or tests on a group's episodes, and the staleness of all their samples. */
export const feedbackOfNotes =
  (versions: ModelVersions) =>
  (group: PlayedGroup, credit: GroupCredit): ((episode: number) => EpisodeFeedback) => {
    const passShares = passSharesOf(group)
    return episode => {
      const { rollout } = nth(group.members, episode)
      return {
        noteRewards: nth(credit.noteRewards, episode),
        noteAdvantages: nth(credit.noteAdvantages, episode),
        passShares: nth(passShares, episode),
        ages: rollout.episode.steps.map(({ version }) => stalenessOfVersion(versions.policy, version)),
        noteAges: observerNotes(rollout).map(step => {
          const version = samplesOf(step)[0]?.version
          return version === undefined ? null : stalenessOfVersion(versions.rewardModel, version)
        }),
      }
    }
  }
