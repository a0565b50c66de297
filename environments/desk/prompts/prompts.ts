/** The questions of this world to language models that read prose. */
import type { WorldPrompts } from '../../../src/contracts/worlds/prompts.ts'
import type { ActionDialect } from '../expert/move.ts'
import { deskActor } from './actor.ts'
import { deskAdapter } from './adapter.ts'
import { deskCritic } from './critic.ts'
import { deskRewardModel } from './reward-model.ts'

export const deskPrompts = (dialect: ActionDialect): WorldPrompts => ({
  actor: deskActor(dialect),
  observer: deskRewardModel,
  critic: deskCritic,
  proposer: deskAdapter,
})
