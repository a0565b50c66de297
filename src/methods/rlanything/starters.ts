import { starterFolder } from '../../config/environment-source.ts'
import { adapterName } from '../../curriculum/messages.ts'
import { rewardModelName } from '../../reward/requests-with-votes.ts'
import type { ModelSources } from '../method.ts'
import { policyStarter } from '../kit/starters.ts'
import { goldModelName } from './divergence.ts'
import type { RlanythingConfig } from './settings.ts'

/** The models of the configuration, or those that come with the package; that of the adapter where a server has one. */
export const startersOf = (config: RlanythingConfig): ModelSources => {
  const { rewardModel, adaptation, starters, environment } = config
  const source = rewardModel.service ?? starterFolder(starters.rewardModel, environment.name, 'reward-model')
  return {
    ...policyStarter(config),
    [rewardModelName]: source,
    ...(rewardModel.gold.share > 0 ? { [goldModelName]: rewardModel.gold.service ?? source } : {}),
    ...(adaptation.enabled && adaptation.service !== null ? { [adapterName]: adaptation.service } : {}),
  }
}
