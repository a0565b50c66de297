/** The questions of this world to language models that read prose. Problems never change, so an adapter gets none. */
import type { WorldPrompts } from '../../../src/contracts/worlds/prompts.ts'
import { problemsActor } from './actor.ts'
import { problemsCritic } from './critic.ts'
import { problemsRewardModel } from './reward-model.ts'
import { problemsTester } from './tester.ts'

export const problemPrompts: WorldPrompts = {
  actor: problemsActor,
  observer: problemsRewardModel,
  tester: problemsTester,
  critic: problemsCritic,
}
