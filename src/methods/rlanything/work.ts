import { adapterName } from '../../curriculum/messages.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { rewardModelName } from '../../reward/requests-with-votes.ts'
import { rewardModelKindOf } from '../../reward/kinds/choose.ts'
import type { MethodWork } from '../method-work.ts'
import { goldEpisodes, goldModelName, goldTokens } from './divergence.ts'
import type { RlanythingConfig } from './settings.ts'

/** What reward model and adapter are asked for. */
export function workOf(config: RlanythingConfig, world: World): MethodWork {
  const { feedback, rewardModel, adaptation, evaluation } = config
  const { votes, maxTokens, view, soft, gold } = rewardModel
  const observes = feedback.source === 'reward-model'
  const probed = evaluation.probeTasks * rewardModelKindOf(world).probeEpisodes(config)
  return {
    observer: {
      ...{ model: rewardModelName, samples: votes, maxTokens, view, observes, soft },
      ...(observes && gold.share > 0
        ? { gold: { model: goldModelName, episodes: goldEpisodes(config), maxTokens: goldTokens(rewardModel) } }
        : {}),
      training: rewardModel.train && observes ? rewardModel : null,
      probed: world.generate === undefined ? 0 : probed,
    },
    proposer:
      adaptation.enabled && world.editor !== undefined
        ? {
            ...{ model: adapterName, attempts: adaptation.attempts, maxTokens: adaptation.maxTokens },
            playsBoth: adaptation.rule === 'sound',
          }
        : null,
  }
}
