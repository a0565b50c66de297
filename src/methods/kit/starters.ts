import type { RunConfig } from '../../config/config.ts'
import { starterFolder } from '../../config/environment-source.ts'

/** The folder that the policy starts from, by its name on the engine: for methods that train nothing else. */
export const policyStarter = ({
  starters: { policy },
  environment: { name },
}: Pick<RunConfig, 'starters' | 'environment'>): { readonly policy: string } => ({
  policy: starterFolder(policy, name, 'policy'),
})
