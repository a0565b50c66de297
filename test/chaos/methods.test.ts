/** Of each method a tiny run whose actors die, in two threads, interrupted and resumed: it leaves behind what an undisturbed one does. */
import { join } from 'node:path'
import test from 'ava'
import { methodNames } from '../../src/methods/registry/registry.ts'
import { trainRun } from '../../src/run/train.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { tinyMethods, tinyVariants } from '../methods/tiny-methods.ts'
import { eventsOf, tinyConfig, tinyStarters, type Changes } from '../run/tiny-run.ts'
import { disturbed, wordsOf } from './disturbed.ts'
import { everythingOf } from './everything.ts'
import { eachRole, roleOf, roles } from './mortals.ts'

const supervision = { maxRestarts: 100, firstDelayMs: 1, maxDelayMs: 10 }

test('there is a tiny run of every method', t => {
  t.deepEqual(Object.keys(tinyMethods).sort(), [...methodNames].sort())
})

const usual = Object.entries(tinyMethods).map(([method, tiny]) => [method, { method, ...tiny }] as const)
for (const [title, { method, changes, language }] of [...usual, ...Object.entries(tinyVariants)])
  test.serial(`${title} is the same for two threads, deaths, an interruption and a resume`, async t => {
    const folder = await temporaryFolder(t)
    const starters = await tinyStarters(folder, language)
    const configOf = (threads: number): ReturnType<typeof tinyConfig> => {
      const environment: Changes['environment'] = { ...changes.environment, threads }
      return tinyConfig(starters, { ...changes, method, supervision, environment })
    }
    const whole = join(folder, 'whole')
    await eventsOf(trainRun({ config: configOf(1), directory: whole, inThread: true }))
    /* Vector worlds have players instead, whose deaths test/vector looks at. */
    const mortal = ['pa-rl', 'vlm-rl'].includes(method)
      ? (['gpu'] as const)
      : (['gpu', 'policy', 'environment'] as const)
    const { deaths, differences } = await disturbed({
      config: configOf(2),
      directory: join(folder, 'disturbed'),
      mortality: {
        seed: 5,
        of: method === 'rlanything' ? roles : mortal,
        ailments: eachRole((_, index) => [index % 2 === 0 ? 'exit' : 'exception']),
        messages: { gpu: 12, policy: 20, observer: 20, adapter: 2, environment: 8 },
      },
      undisturbed: await everythingOf(whole),
      interruptAfter: 1,
    })
    t.log(deaths.map(wordsOf).join('; '))
    t.deepEqual(differences, [])
    const died = new Set(deaths.map(({ actor }) => roleOf(actor)))
    for (const role of mortal) t.true(died.has(role), `${role} lived`)
  })
