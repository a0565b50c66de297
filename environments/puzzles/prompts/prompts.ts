/** The questions of this world to language models that read prose. */
import type { WorldPrompts } from '../../../src/contracts/worlds/prompts.ts'
import { puzzlesActor } from './actor.ts'
import { puzzlesCritic } from './critic.ts'
import { puzzlesRewardModel } from './reward-model.ts'

/** @param families by name, whose rules are told. */
export const puzzlesPrompts = (families: readonly string[]): WorldPrompts => ({
  actor: puzzlesActor(families),
  observer: puzzlesRewardModel(families),
  critic: puzzlesCritic,
})
