import type { FormulationLaw } from './law.ts'
import { advantageLaws } from './laws/advantages.ts'
import { stepRewardLaws } from './laws/step-reward.ts'

/** Every law of formulations, by the part that it is about. */
export const formulationLaws: readonly FormulationLaw[] = [...stepRewardLaws, ...advantageLaws]
