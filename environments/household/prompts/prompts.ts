/** The questions of this world to language models that read prose. */
import type { WorldPrompts } from '../../../src/contracts/worlds/prompts.ts'
import type { Dialect } from '../play/step.ts'
import { householdActor } from './actor.ts'
import { householdAdapter } from './adapter.ts'
import { householdCritic } from './critic.ts'
import { householdRewardModel } from './reward-model.ts'

export const householdPrompts = (dialect: Dialect): WorldPrompts => ({
  actor: householdActor(dialect),
  observer: householdRewardModel,
  critic: householdCritic,
  proposer: householdAdapter,
})
