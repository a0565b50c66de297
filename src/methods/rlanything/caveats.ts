/** What keeps a run from learning: refused where it is all, told where it is a part. */
import type { World } from '../../contracts/worlds/world.ts'
import { outcomesCompared, requireComparison } from '../kit/require-comparison.ts'
import type { MethodOptions } from '../method.ts'
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

/** @throws {RangeError} if the reward model is to be compared with gold, which does not vote on tests. */
export function requireGold({ rewardModel: { gold } }: Pick<RlanythingConfig, 'rewardModel'>, world: World): void {
  if (gold.share > 0 && world.unitTesting !== undefined)
    throw new RangeError(
      `rewardModel.gold.share must be 0 in ${world.name}, where the reward model writes tests and does not vote, got ${gold.share}`,
    )
}

/** @throws {RangeError} if policy or reward model could never be trained. Nothing is known of a formulation that a run brings. */
export function requireSignal({
  config,
  formulation,
}: Pick<MethodOptions<RlanythingConfig>, 'config' | 'formulation'>): void {
  const { feedback, rewardModel } = config
  if (formulation !== undefined || feedback.formulation !== null) return
  const ofPolicy = outcomesCompared('rlanything', config.policy)
  requireComparison(config, { ...ofPolicy, compares: feedback.singleton === 'drop' ? 'episodes' : 'nothing' })
  if (!rewardModel.train || feedback.source !== 'reward-model') return
  const [low, high] = rewardModel.filter
  const band = { low, high, edges: 'inclusive' } as const
  requireComparison(config, { ...ofPolicy, band, setting: 'rewardModel.filter', compares: 'nothing' })
  if (rewardModel.votes < 2 && rewardModel.group === 'step')
    throw new RangeError(
      'rewardModel.votes must be at least 2 where rewardModel.group is step, which compares the votes on a step, got 1: the reward model would train on nothing',
    )
}
