import type { Environment } from '../contracts/environment.ts'
import { unitTests } from './unit-tests/kind.ts'
import { verdicts } from './verdicts/kind.ts'
import type { WayOfJudging } from './reward-model-kind.ts'

/** How the reward model of a run in this world judges. */
export const wayOfJudging = ({ unitTesting }: Pick<Environment<unknown, unknown>, 'unitTesting'>): WayOfJudging =>
  unitTesting === undefined ? verdicts : unitTests(unitTesting)
