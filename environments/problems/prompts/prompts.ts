/** The questions of this world to language models that read prose. Problems stay as they are, so there is none for an adapter. */
import type { WorldPrompts } from '../../../src/contracts/worlds/prompts.ts'
import { problemsActor } from './actor.ts'
import { problemsCritic } from './critic.ts'
import { problemsJudge } from './judge.ts'
import { problemsTester } from './tester.ts'

export const problemPrompts: WorldPrompts = {
  actor: problemsActor,
  judge: problemsJudge,
  tester: problemsTester,
  critic: problemsCritic,
}
