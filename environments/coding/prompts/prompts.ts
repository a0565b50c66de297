/** The questions of this world to language models that read prose. */
import type { WorldPrompts } from '../../../src/contracts/worlds/prompts.ts'
import { codingActor } from './actor.ts'
import { codingAdapter } from './adapter.ts'
import { codingCritic } from './critic.ts'
import { codingRewardModel } from './reward-model.ts'
import { codingTester } from './tester.ts'

export const codingPrompts: WorldPrompts = {
  actor: codingActor,
  observer: codingRewardModel,
  tester: codingTester,
  critic: codingCritic,
  proposer: codingAdapter,
}
