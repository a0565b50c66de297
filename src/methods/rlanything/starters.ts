import { shippedStarter } from '../../config/environment-source.ts'
import type { RunConfig } from '../../config/config.ts'

/** The models of the configuration, or those that come with the package, by their names on the engine. */
export const startersOf = ({
  starters: { policy, rewardModel },
  environment: { name },
}: RunConfig): Readonly<Record<'policy' | 'reward-model', string>> => ({
  policy: policy ?? shippedStarter(name, 'policy'),
  'reward-model': rewardModel ?? shippedStarter(name, 'reward-model'),
})
