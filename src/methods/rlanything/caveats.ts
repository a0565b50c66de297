import type { World } from '../../contracts/worlds/world.ts'
import type { RlanythingConfig } from './settings.ts'

/** The parts of RLAnything that this world does not support, as sentences. */
export const caveatsOf = (
  { adaptation, rewardModel, starters }: Pick<RlanythingConfig, 'adaptation' | 'rewardModel' | 'starters'>,
  { name, editor, simulator, unitTesting }: Pick<World, 'name' | 'editor' | 'simulator' | 'unitTesting'>,
): readonly string[] => [
  ...(adaptation.enabled && editor === undefined ? [`${name} has no editor: its tasks stay as they are`] : []),
  ...(simulator === undefined
    ? [`${name} has no expert: accuracy of votes is only measured where the world labels steps`]
    : []),
  ...(rewardModel.view === 'step' &&
  starters.rewardModel === null &&
  rewardModel.service === null &&
  unitTesting === undefined
    ? [
        'the reward model that ships was made to read the history of an episode, and reads steps alone (rewardModel.view)',
      ]
    : []),
]
