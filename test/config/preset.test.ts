import test from 'ava'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { ConfigError } from '../../src/config/config-error.ts'
import { loadRunConfig, parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { loadPreset, presetNames } from '../../src/config/preset.ts'
import { isTree, laidOver, leavesOf } from '../../src/config/tree.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const trees = fc.letrec<{ tree: Record<string, unknown>; leaf: unknown }>(tie => ({
  tree: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('tree')), {
    minKeys: 1,
    maxKeys: 3,
  }),
  leaf: fc.oneof(fc.integer(), fc.constant(null), fc.array(fc.integer(), { maxLength: 2 })),
})).tree

/** Each value that is no object, by its path. */
const leaves = (tree: unknown, path = ''): ReadonlyMap<string, unknown> =>
  new Map(
    isTree(tree)
      ? Object.entries(tree).flatMap(([key, value]) => [...leaves(value, `${path}${key}/`)])
      : [[path, tree]],
  )

test('what is laid over something wins where it says something, and nowhere else', t => {
  fc.assert(
    fc.property(trees, trees, (low, high) => {
      const [under, over, both] = [leaves(low), leaves(high), leaves(laidOver(low, high))]
      for (const [path, value] of over) t.is(both.get(path), value)
      const touched = [...over.keys()]
      for (const [path, value] of under)
        if (!touched.some(other => other.startsWith(path) || path.startsWith(other))) t.is(both.get(path), value)
      for (const path of both.keys()) t.true(over.has(path) || under.has(path))
    }),
  )
})

test('objects are laid over each other key by key, lists are not', t => {
  const low = { policy: { clip: 0.2, filter: [0, 1] }, seed: 1 }
  t.deepEqual(laidOver(low, { policy: { filter: [0.2] }, seed: null }), {
    policy: { clip: 0.2, filter: [0.2] },
    seed: null,
  })
})

/** A world's module with a preset beside it. */
async function world(t: Parameters<typeof temporaryFolder>[0], preset: string, name = 'world.js'): Promise<string> {
  const folder = await temporaryFolder(t)
  const file = join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(file, 'export default () => ({})\n')
  await writeFile(join(folder, name === 'index.js' ? 'preset.js' : 'world.preset.js'), preset)
  return file
}
const good = 'export default { config: { policy: { clip: 0.3, maxTokens: 9 }, seed: 5 }, recipe: { initStd: 0.1 } }\n'

for (const module of ['world.js', 'index.js']) {
  test(`beside ${module}, a preset lies between the defaults and what the user says`, async t => {
    const name = await world(t, good, module)
    const config = await loadRunConfig({ environment: { name }, policy: { clip: 0.1 } })
    const policy = { clip: 0.1, maxTokens: 9 }
    t.deepEqual(config, parseRunConfig({ environment: { name }, policy, seed: 5 }))
    t.deepEqual(await loadRunConfig(config), config)
    for (const place of [name, pathToFileURL(name).href])
      t.deepEqual((await loadPreset(place)).recipe, { initStd: 0.1 })
  })
}

test('without a preset there are the defaults, of an unknown world too', async t => {
  t.deepEqual(await loadRunConfig({}), parseRunConfig({}))
  t.deepEqual(await loadPreset('nowhere'), { where: 'nowhere', config: {}, methods: {}, recipe: {} })
  await t.throwsAsync(loadRunConfig({ environment: { name: 3 } }), {
    instanceOf: ConfigError,
    message: /environment\.name/,
  })
  await t.throwsAsync(loadRunConfig([]), { instanceOf: ConfigError })
})

const broken: readonly (readonly [text: string, message: RegExp, preset?: string])[] = [
  ['export default 3\n', /must export an object as its default, got 3$/],
  ['export const preset = {}\n', /must export an object as its default, got undefined$/],
  ['export default { confg: {} }\n', /confg is no part of a preset; there are config, methods, recipe, presets$/],
  ['export default { config: 3 }\n', /config must be an object, got 3$/],
  ['export default { config: { policy: { clip: 3 } } }\n', /policy\.clip must be a number in \(0, 1\], got 3$/],
  ['export default { recipe: { initStd: 0 } }\n', /initStd must be /],
  ['export default {', /cannot be loaded: /],
  ['export default { presets: [] }\n', /presets must be an object, got $/],
  ['export default { presets: { long: 3 } }\n', /presets\.long must be an object, got 3$/],
  [
    'export default { presets: { long: { iterations: 3 } } }\n',
    /presets\.long\.iterations is no part of a preset; there are config, methods, recipe$/,
  ],
  [
    'export default { presets: { long: { config: { policy: { clip: 3 } } } } }\n',
    /presets\.long: policy\.clip must be /,
    'long',
  ],
]
for (const [text, message, preset = null] of broken) {
  test(`a preset is refused by its file: ${text.trim()}`, async t => {
    const name = await world(t, text)
    const loaded = loadRunConfig({ environment: { name } }, preset)
    const error = await t.throwsAsync(loaded, { instanceOf: ConfigError, message })
    t.true(error?.message.startsWith(`the preset ${name.replace('world.js', 'world.preset.js')}`))
  })
}

const several = `export default {
  config: { iterations: 5, policy: { clip: 0.3 } },
  recipe: { initStd: 0.1 },
  presets: { long: { config: { iterations: 50 } }, quick: { config: { iterations: 2 }, recipe: { initStd: 0.2 } } },
}
`

test('a named preset lies over the default one of the world, and under what the user says', async t => {
  const name = await world(t, several)
  t.deepEqual(await presetNames(name), ['long', 'quick'])
  const long = await loadRunConfig({ environment: { name }, policy: { minibatches: 2 } }, 'long')
  const policy = { clip: 0.3, minibatches: 2 }
  t.deepEqual(long, parseRunConfig({ environment: { name }, policy, iterations: 50 }))
  t.is((await loadRunConfig({ environment: { name } })).iterations, 5)
  t.is((await loadRunConfig({ environment: { name }, iterations: 7 }, 'long')).iterations, 7)
  t.deepEqual((await loadPreset(name, 'quick')).recipe, { initStd: 0.2 })
  t.deepEqual((await loadPreset(name, 'long')).recipe, { initStd: 0.1 })
})

test('a preset that a world does not have is refused with those that it has', async t => {
  const name = await world(t, several)
  const refused = (preset: string, world: string, message: RegExp) =>
    t.throwsAsync(loadRunConfig({ environment: { name: world } }, preset), { instanceOf: ConfigError, message })
  await refused('lang', name, /must be long or quick, got "lang"; did you mean long\?$/)
  await refused('toString', name, /must be long or quick, got "toString"$/)
  await refused('long', await world(t, good), /must be left out for .*, which has no presets by name, got "long"$/)
})

test('the household has a longer preset, and its default one is that of any world', async t => {
  t.deepEqual(await presetNames('household'), ['long'])
  t.deepEqual(await loadRunConfig({ environment: { name: 'household' } }), parseRunConfig({}))
  const long = await loadRunConfig({ environment: { name: 'household' } }, 'long')
  t.like(long, { iterations: 240, evaluation: { every: 20, tasks: 256 } })
})

test('a model with a chat template has room for a whole answer, one of the world keeps the preset', async t => {
  const [chat, own] = [await temporaryFolder(t), await temporaryFolder(t)]
  await writeFile(join(chat, 'chat_template.jinja'), '{{ messages }}')
  const tokens = async (starters: object, more: object = {}) => {
    const leaves = leavesOf(await loadRunConfig({ environment: { name: 'household' }, starters, ...more }))
    return ['policy.maxTokens', 'rewardModel.maxTokens'].map(path => Number(leaves.get(path)))
  }
  t.deepEqual(await tokens({ policy: chat, rewardModel: own }), [256, 8])
  t.deepEqual(await tokens({ policy: own, rewardModel: chat }), [8, 256])
  t.deepEqual(await tokens({ policy: chat }, { policy: { maxTokens: 9 } }), [9, 8])
})

test('the room of a preset that has a model with a chat template itself is kept', async t => {
  const chat = await temporaryFolder(t)
  await writeFile(join(chat, 'chat_template.jinja'), '{{ messages }}')
  const presets = (policy: string): string =>
    `export default { config: { starters: { policy: '${policy}' }, policy: { maxTokens: 24 } } }\n`
  const room = async (own: string): Promise<number> => {
    const name = await world(t, presets(own))
    return (await loadRunConfig({ environment: { name }, starters: { policy: chat } })).policy.maxTokens
  }
  t.deepEqual([await room(chat), await room('words')], [24, 256])
})

test('a model on a server has room for a whole answer, whatever the preset; a setting of the user goes before', async t => {
  const openai = { url: 'http://127.0.0.1:1', model: 'm', contextTokens: 4096 }
  const engine = { kind: 'openai', openai }
  for (const name of ['household', 'coding']) {
    const tokens = async (value: object) => {
      const leaves = leavesOf(await loadRunConfig({ environment: { name }, ...value }))
      return ['policy.maxTokens', 'rewardModel.maxTokens'].map(path => Number(leaves.get(path)))
    }
    const [policy, rewardModel] = await tokens({})
    t.true((policy ?? 0) < 256)
    t.deepEqual(await tokens({ engine }), [256, rewardModel])
    t.deepEqual(await tokens({ rewardModel: { service: openai, train: false } }), [policy, 256])
    t.deepEqual(await tokens({ engine, policy: { maxTokens: 9 } }), [9, rewardModel])
  }
})
