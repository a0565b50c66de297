import test from 'ava'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { ConfigError } from '../../src/config/checked.ts'
import { parseRunConfig } from '../../src/config/config.ts'
import { loadPreset, loadRunConfig } from '../../src/config/preset.ts'
import { isTree, laidOver } from '../../src/config/tree.ts'
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
    t.deepEqual((await loadPreset(name)).recipe, { initStd: 0.1 })
  })
}

test('without a preset there are the defaults, of an unknown world too', async t => {
  t.deepEqual(await loadRunConfig({}), parseRunConfig({}))
  t.deepEqual(await loadPreset('nowhere'), { config: {}, recipe: {} })
  await t.throwsAsync(loadRunConfig({ environment: { name: 3 } }), {
    instanceOf: ConfigError,
    message: /environment\.name/,
  })
  await t.throwsAsync(loadRunConfig([]), { instanceOf: ConfigError })
})

const broken: readonly (readonly [string, RegExp])[] = [
  ['export default 3\n', /must export an object as its default, got 3$/],
  ['export const preset = {}\n', /must export an object as its default, got undefined$/],
  ['export default { confg: {} }\n', /confg is no part of a preset; there are config and recipe$/],
  ['export default { config: 3 }\n', /config must be an object, got 3$/],
  ['export default { config: { policy: { clip: 3 } } }\n', /policy\.clip must be a number in \(0, 1\], got 3$/],
  ['export default { recipe: { initStd: 0 } }\n', /initStd must be /],
  ['export default {', /cannot be loaded: /],
]
for (const [text, message] of broken) {
  test(`a preset is refused by its file: ${text.trim()}`, async t => {
    const name = await world(t, text)
    const error = await t.throwsAsync(loadRunConfig({ environment: { name } }), { instanceOf: ConfigError, message })
    t.true(error?.message.startsWith(`the preset ${name.replace('world.js', 'world.preset.js')}`))
  })
}
