/** What needs labels, edits or an expert refuses a world of a server by name. */
import { join } from 'node:path'
import test from 'ava'
import { train, warmStart } from '../../src/api/index.ts'
import { parseWarmStartRecipe } from '../../src/config/warm-start-recipe.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { shippedStarter } from '../../src/config/environment-source.ts'
import { lastValueFrom } from '../../src/streams/rxjs.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { serveCorridor } from './corridor.ts'

test('a warm start needs a language', async t => {
  const { url } = await serveCorridor(t)
  const config = await loadRunConfig({ environment: { name: 'openenv', options: { url } } })
  const out = join(await temporaryFolder(t), 'starters')
  const error = await t.throwsAsync(lastValueFrom(warmStart({ config, out, recipe: parseWarmStartRecipe({}) })))
  t.is(error.message, 'openenv has no language, by whose words its models would read and write')
})

test('step rewards by the expert need labels; RLVE needs a ladder', async t => {
  const { url } = await serveCorridor(t)
  const starters = {
    policy: shippedStarter('household', 'policy'),
    rewardModel: shippedStarter('household', 'reward-model'),
  }
  const needs = [
    {
      rest: { starters, feedback: { source: 'expert' }, tasks: { slots: 2, perIteration: 2, episodes: 2 } },
      reason: /^step 0 of train\/1\/0\/0 has no label to be the step signal/,
    },
    { rest: { method: 'rlve', starters: { policy: starters.policy } }, reason: /openenv/ },
  ] as const
  for (const { rest, reason } of needs) {
    const config = await loadRunConfig({
      ...{ iterations: 1, tasks: { perIteration: 2, episodes: 2 }, evaluation: { tasks: 2 } },
      environment: { name: 'openenv', threads: 1, options: { url, steps: 3 } },
      ...rest,
    })
    const directory = join(await temporaryFolder(t), 'run')
    const error = await t.throwsAsync(lastValueFrom(train({ config, directory })))
    t.regex(error.message, reason)
  }
})
