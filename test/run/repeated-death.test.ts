/** A death that the same work causes again ends a run, and says of what. */
import { join } from 'node:path'
import test from 'ava'
import { actorModule } from '../../src/rollout/actor-module.ts'
import { trainRun } from '../../src/run/train.ts'
import { initialise } from '../../src/model/tensors/initialise.ts'
import { loadModelConfig, loadTokenizerJson, saveModel } from '../../src/model/checkpoint.ts'
import { rootKey } from '../../src/math/random.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import type { IncurableOptions } from './incurable.ts'
import { eventsOf, tinyConfig, tinyStarters } from './tiny-run.ts'

const cases: readonly (readonly [role: string, ...Omit<IncurableOptions, 'inner'>[]])[] = [
  ['policy', { message: 'sampled train/1/', end: 'exception' }],
  ['observer', { message: 'sampled rewardModel:train/1/', end: 'exception' }],
  ['environment', { message: 'acted train/1/', end: 'exit' }],
]
for (const [role, ...endings] of cases)
  for (const own of endings)
    test.serial(`the ${role} that dies of the same message again (${own.end}) ends the run`, async t => {
      const folder = await temporaryFolder(t)
      const config = tinyConfig(await tinyStarters(folder), { iterations: 2 })
      const options: IncurableOptions = { ...own, inner: actorModule(role).href }
      const module = new URL('./incurable.js', import.meta.url)
      const run = trainRun({
        config,
        directory: join(folder, 'run'),
        actors: { [role]: { module, options: { ...options } } },
      })
      const name = role === 'environment' ? 'environment/0' : role
      const reason = own.end === 'exit' ? 'exited with code 3' : 'RangeError: it cannot be read'
      await t.throwsAsync(eventsOf(run), {
        name: 'RunFailedError',
        message: new RegExp(
          `^${name} died again over the same message, ${own.message}.*, as before \\(${own.end}\\): ${reason}\\nsaved up to iteration 0`,
        ),
      })
    })

test.serial('models whose vocabulary is padded train as others do', async t => {
  const folder = await temporaryFolder(t)
  const small = await tinyStarters(folder)
  const starters = { policy: join(folder, 'padded-policy'), rewardModel: join(folder, 'padded-reward-model') }
  for (const name of ['policy', 'rewardModel'] as const) {
    const own = await loadModelConfig(small[name] ?? '')
    const tokenizer = await loadTokenizerJson(small[name] ?? '')
    const padded = { ...own, vocab_size: 3 * own.vocab_size }
    await saveModel(starters[name], initialise(padded, rootKey(3)), { tokenizer })
    t.deepEqual((await loadModelConfig(starters[name])).missing_ids, [[own.vocab_size, padded.vocab_size]])
  }
  const events = await eventsOf(
    trainRun({ config: tinyConfig(starters, { iterations: 1 }), directory: join(folder, 'run') }),
  )
  t.false(events.some(({ kind }) => kind === 'died'))
  t.like(
    events.find(({ kind }) => kind === 'iteration'),
    { metrics: { invalid: 0 } },
  )
})
