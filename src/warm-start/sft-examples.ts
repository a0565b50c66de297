/** The examples that a new reward model is fine-tuned on, by its kind. */
import type { Example } from '../contracts/models/device.ts'
import type { ObserverProtocol } from '../contracts/messages/run.ts'
import type { SftContext } from './sft-context.ts'
import { derive, randomFrom } from '../math/random.ts'
import { testExample, verdictExamplesOf, type LabelledEpisode } from './warm-start-examples.ts'
import { classWeights } from '../math/class-weights.ts'
import { demonstrations } from './demonstrations.ts'
import { ownEpisodes, type OwnEpisode } from './own-episodes.ts'

/** Those of one batch, from 0. */
export const sftExamples: Readonly<
  Record<ObserverProtocol, (context: SftContext, batch: number) => Promise<readonly Example[]>>
> = { verdicts: verdictExamples, 'unit-tests': unitTestExamples }

/**
 * Tests of fresh tasks, right except for the recipe's share of corrupted ones: one example a task, with as many tests as the recipe says.
 *
 * @throws {RangeError} if the world has no unit tests.
 */
function unitTestExamples(
  { world, demonstrator, renderer, recipe: { rewardModel }, root }: SftContext,
  batch: number,
): Promise<readonly Example[]> {
  if (world.unitTesting === undefined) throw new RangeError(`${world.name} has no unitTesting`)
  const { exampleTest, mistakenTest = exampleTest } = world.unitTesting
  return Promise.resolve(
    Array.from({ length: rewardModel.episodes }, (_, index) => {
      const key = derive(root, 'test', batch, index)
      const task = demonstrator.generate('train', randomFrom(derive(key, 'task')))
      const random = randomFrom(derive(key, 'tests'))
      const texts = Array.from({ length: rewardModel.tests }, () =>
        random.uniform() < rewardModel.corruptedActionRate ? mistakenTest(task, random) : exampleTest(task, random),
      )
      return testExample(renderer, demonstrator.simulator.start(task).observation, texts)
    }),
  )
}

/** The expert's labels on demonstrations and on the new policy's own episodes. */
async function verdictExamples(sft: SftContext, batch: number): Promise<readonly Example[]> {
  const recipe = sft.recipe.rewardModel
  const own = Math.round(recipe.episodes * recipe.ownEpisodes)
  const episodes: readonly LabelledEpisode[] = [
    ...demonstrations(sft, 'judge', recipe, batch, recipe.episodes - own),
    ...(await ownEpisodes(sft, { use: 'warm start', tasks: 'own', batch, count: own })).map(labelled),
  ]
  const weightOf = balance(episodes)
  const { view } = sft.config.rewardModel
  return episodes.flatMap(each => verdictExamplesOf(sft.renderer, each, { view, weightOf }))
}

/** Weights that make good and bad steps of the batch count alike, with mean 1. */
function balance(episodes: readonly LabelledEpisode[]): (good: boolean) => number {
  const labels = episodes.flatMap(({ steps }) => steps.map(({ label }) => label.good))
  const good = labels.filter(each => each).length
  const [ofGood, ofBad] = classWeights(good, labels.length - good)
  return isGood => (isGood ? ofGood : ofBad)
}

/** The steps that have a label: all of them, where there is an expert. */
const labelled = ({ episode: { opening, steps } }: OwnEpisode): LabelledEpisode => ({
  opening,
  steps: steps.flatMap(({ label, ...step }) => (label === null ? [] : [{ ...step, label }])),
})
