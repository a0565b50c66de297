import type { Environment } from '../contracts/environment.ts'
import { unitTests } from './unit-tests/kind.ts'
import { verdicts } from './verdicts/kind.ts'
import type { RewardModelKind } from './reward-model-kind.ts'

/** How the reward model of a run in this world judges. */
export const rewardModelKindOf = ({
  unitTesting,
}: Pick<Environment<unknown, unknown>, 'unitTesting'>): RewardModelKind =>
  unitTesting === undefined ? verdicts : unitTests(unitTesting)
