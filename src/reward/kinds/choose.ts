import type { World } from '../../contracts/worlds/world.ts'
import { unitTestKind } from '../unit-tests/kind.ts'
import { verdictKind } from '../verdicts/kind.ts'
import type { RewardModelKind } from '../reward-model-kind.ts'

/** The kind of reward model of a run in this world. */
export const rewardModelKindOf = ({ unitTesting }: Pick<World, 'unitTesting'>): RewardModelKind =>
  unitTesting === undefined ? verdictKind : unitTestKind(unitTesting)
