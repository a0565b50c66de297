/** Each method has the settings that have an effect on it; those of others are refused, and left out of what a preset has for any method. */
import test from 'ava'
import fc from 'fast-check'
import { runJsonSchema } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/config-error.ts'
import { leavesOf } from '../../src/config/tree.ts'
import { leafPaths } from '../../src/config/unknown-keys.ts'
import { loadRunConfig, parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { shippedMethods } from '../../src/methods/registry/registry.ts'
import { runReference } from '../../src/methods/registry/settings-reference.ts'
import { maxOffPolicyIterations } from '../../src/learning/staleness.ts'

const leavesBy = new Map(shippedMethods.map(({ name, settings }) => [name, leafPaths(runJsonSchema(settings))]))

/** [method, path] of settings of other methods. */
const foreign = [...leavesBy].flatMap(([method, own]) =>
  [...new Set([...leavesBy.values()].flat())]
    .filter(path => !own.includes(path) && path !== '')
    .map(path => [method, path] as const),
)

const treeOf = (path: string, value: unknown): object =>
  path.split('.').reduceRight((below: unknown, key) => ({ [key]: below }), value) as object

test('a setting of another method is refused by name, value and reason', t => {
  fc.assert(
    fc.property(fc.constantFrom(...foreign), ([method, path]) => {
      const refused = t.throws(() => parseRunConfig({ ...treeOf(path, 1), method }), { instanceOf: ConfigError })
      t.true(
        refused.message.includes(`${path} has no effect on the method ${method}, it is a setting of `),
        refused.message,
      )
      t.true(refused.message.includes(', got 1'), refused.message)
    }),
  )
  t.throws(() => parseRunConfig({ method: 'grpo', rewardModel: { service: { url: 'http://localhost' } } }), {
    message:
      'rewardModel.service.url has no effect on the method grpo, it is a setting of rlanything, got "http://localhost"',
  })
})

test('methods that play rows have no setting of episodes, held-out tasks or language models', async t => {
  for (const method of ['pa-rl', 'vlm-rl']) {
    const { sections } = await runReference({ method })
    const paths = sections.flatMap(({ keys }) => keys.map(({ path }) => path))
    t.false(sections.some(({ name }) => ['policy', 'starters', 'tasks'].includes(name)))
    t.deepEqual(
      paths.filter(path => path.startsWith('evaluation.')),
      ['evaluation.every'],
    )
    t.false(paths.some(path => path === 'mode.ratioCap' || path === 'supervision.invalidShare'))
    t.true(paths.includes('mode.staleness') && paths.includes('supervision.hangMs'))
  }
})

test('as many tasks as one likes are drawn where they come from no slots', async t => {
  const config = parseRunConfig({ method: 'rlve', tasks: { perIteration: 5000 } })
  t.is(config.tasks.perIteration, 5000)
  t.throws(() => parseRunConfig({ method: 'grpo', tasks: { perIteration: 5000 } }), {
    message: 'tasks.perIteration must be at most tasks.slots (512), got 5000',
  })
  const ofPreset = await loadRunConfig({ environment: { name: 'puzzles' } }, 'rlve')
  t.deepEqual(ofPreset.tasks as object, { perIteration: 128, episodes: 8 })
})

test('a run whose mode cannot be set plays nothing ahead', t => {
  t.is(maxOffPolicyIterations(parseRunConfig({ method: 'rloop' })), 0)
  t.false([...leavesOf(parseRunConfig({ method: 'rloop' }))].some(([path]) => path.startsWith('mode.')))
  t.deepEqual(parseRunConfig({ method: 'rloop' }).mode as object, {})
})
