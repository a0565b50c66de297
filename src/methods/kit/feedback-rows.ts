import type { EpisodeFeedback } from '../../contracts/episode-feedback.ts'
import type { PolicyCredit } from '../../learning/group-credit.ts'
import { nth } from '../../math/nth.ts'
import type { PlayedGroup } from '../../rollout/groups.ts'
import type { Learning } from '../method.ts'

/**
 * The episodes of credited groups with their rewards and advantages, for the table of episodes.
 *
 * @param more of a group's episodes by their index in it; nothing if left out.
 */
export const feedbackRows = <Credit extends PolicyCredit>(
  credited: readonly { readonly group: PlayedGroup; readonly credit: Credit }[],
  more: (group: PlayedGroup, credit: Credit) => (episode: number) => EpisodeFeedback = () => () => ({}),
): Learning<unknown>['feedback'] =>
  credited.flatMap(({ group, credit }) => {
    const moreOf = more(group, credit)
    return group.members.map(({ key, rollout }, episode) => ({
      key,
      rollout,
      feedback: {
        rewards: nth(credit.rewards, episode),
        advantages: nth(credit.advantages, episode),
        ...moreOf(episode),
      },
    }))
  })
