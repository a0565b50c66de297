/** Training examples of a reward model that writes unit tests: tests of fresh tasks, right except for the recipe's share of corrupted ones. */
import type { Example } from '../contracts/models/device.ts'
import { derive, randomFrom } from '../math/random.ts'
import type { SftContext } from './sft-context.ts'
import { testExample } from './warm-start-examples.ts'

/**
 * The examples of one batch, from 0: one a task, with as many tests as the recipe says.
 *
 * @throws {RangeError} if the world has no unit tests.
 */
export function unitTestExamples(
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
