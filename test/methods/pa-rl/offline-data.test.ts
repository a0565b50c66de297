/** Data that the store has no room for is refused: the oldest rows would be lost. */
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { ConfigError } from '../../../src/config/config-error.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { trainRun } from '../../../src/run/train.ts'
import { present } from '../../fixtures/present.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { eventsOf, remains, tinyConfig, tinyStarters } from '../../run/tiny-run.ts'
import { tinyMethods } from '../tiny-methods.ts'

test('the steps of the script are held to the capacity', t => {
  const count = fc.integer({ min: 1, max: 50 })
  fc.assert(
    fc.property(count, count, fc.integer({ min: 1, max: 2500 }), (worlds, steps, capacity) => {
      const parsed = () => parseRunConfig({ method: 'pa-rl', methodOptions: { offline: { worlds, steps, capacity } } })
      if (worlds * steps <= capacity) return void t.notThrows(parsed)
      const message = `methodOptions.offline.capacity must be at least the ${worlds * steps} rows of the data, got ${capacity}`
      t.throws(parsed, { instanceOf: ConfigError, message })
    }),
  )
})

test('the rows of a file are, too; with room for all of them a run is that of the script that played them', async t => {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder)
  const { changes } = present(tinyMethods['pa-rl'])
  const trained = async (name: string, offline: object) => {
    const methodOptions = {
      ...changes.methodOptions,
      offline: { worlds: 3, steps: 20, capacity: 60, iterations: 1, cloning: 2, updates: 3, ...offline },
    }
    const config = tinyConfig(starters, { ...changes, method: 'pa-rl', methodOptions })
    const directory = join(folder, name)
    await eventsOf(trainRun({ config, directory, inThread: true }))
    return remains(directory)
  }
  const { models } = await trained('script', {})
  const data = join(folder, 'script', 'checkpoints', 'step-000003', 'offline.parquet')
  await t.throwsAsync(trained('small', { data, capacity: 59 }), {
    message: /methodOptions\.offline\.capacity must be at least the 60 rows of the data, got 59/,
  })
  t.deepEqual((await trained('whole', { data })).models, models)
})
