import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import { parseSetting, withSettings } from '../../../src/cli/options/settings.ts'
import { plainSettings } from '../../../src/cli/tables/settings-text.ts'
import { ConfigError } from '../../../src/config/config-error.ts'
import { loadRunConfig, parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { departs, type Section, type SettingKey } from '../../../src/config/reference/keys.ts'
import { paperValues } from '../../../src/config/reference/paper-values.ts'
import { recipeReference, runReference } from '../../../src/methods/registry/settings-reference.ts'
import { parseWarmStartRecipe } from '../../../src/config/warm-start-recipe.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const shipped = ['household', 'coding', 'desk', 'puzzles', 'grids', 'teams'] as const
const keysOf = (sections: readonly Section[]) => sections.flatMap(({ keys }) => keys)

/** Without those below a key that is left out by default, as `policy.objective`. */
const withoutOptional = (keys: readonly SettingKey[]) =>
  keys.filter(({ path }) => !keys.some(above => path.startsWith(`${above.path}.`)))

for (const world of [undefined, ...shipped]) {
  const name = world ?? 'no world'

  test(`${name}: every key and every section says what it means and what it wants`, async t => {
    for (const { sections } of [await runReference({ world }), await recipeReference(world ?? null)]) {
      for (const section of sections) t.not(section.meaning, '', section.name)
      for (const { path, meaning, wanted } of keysOf(sections)) {
        t.not(meaning, '', path)
        t.notRegex(wanted, /undefined|^$/, path)
      }
    }
  })

  test(`${name}: all that is listed, given as settings, is the configuration and the recipe by default`, async t => {
    const settings = (sections: readonly Section[]) =>
      withoutOptional(keysOf(sections))
        .filter(({ value }) => value !== undefined)
        .map(({ path, value }) => parseSetting(`${path}=${plainSettings(value)}`))
    const run = await runReference({ world })
    const { environment, ...rest } = parseRunConfig(withSettings({}, settings(run.sections)))
    const { environment: wanted, ...others } = await loadRunConfig(
      world === undefined ? {} : { environment: { name: world } },
    )
    t.deepEqual(rest, others)
    /* The options that the world takes by itself are listed, too. */
    t.deepEqual({ ...environment, options: { ...environment.options, ...wanted.options } }, environment)
    t.is(environment.name, wanted.name)
    const recipe = await recipeReference(world ?? null)
    t.deepEqual(parseWarmStartRecipe(withSettings({}, settings(recipe.sections))), recipe.defaults as unknown)
  })

  test(`${name}: the schema accepts the defaults, and refuses a key that there is not`, async t => {
    const { schema, defaults } = await runReference({ world })
    const accepts = (value: unknown) => z.fromJSONSchema(schema).safeParse(value).success
    t.true(accepts(defaults))
    t.true(accepts({ $schema: './here.json', seed: 3 }))
    t.false(accepts({ ...defaults, sed: 3 }))
    t.false(accepts({ policy: { clip: 2 } }))
    t.is(accepts({ environment: { options: { rooms: 3 } } }), world === undefined)
  })
}

test('the defaults of a world are those that its runs begin with', async t => {
  for (const name of shipped)
    t.deepEqual((await runReference({ world: name })).defaults, await loadRunConfig({ environment: { name } }))
})

test('where a preset departs is marked, with what holds in general', async t => {
  const { sections } = await runReference({ world: 'coding' })
  const marked = keysOf(sections).filter(departs)
  t.like(
    marked.find(({ path }) => path === 'policy.learningRate'),
    { value: 6e-4, general: 3e-4 },
  )
  t.like(
    marked.find(({ path }) => path === 'environment.options.clauses'),
    { value: [2, 4], general: [1, 4] },
  )
  t.false(marked.some(({ path }) => path === 'policy.clip'))
  t.deepEqual(keysOf((await runReference({ world: 'household' })).sections).filter(departs), [])
})

test('what the paper says is of keys that there are', async t => {
  const paths = keysOf((await runReference()).sections).map(({ path }) => path)
  t.deepEqual(
    Object.keys(paperValues).filter(path => !paths.includes(path)),
    [],
  )
})

async function world(t: ExecutionContext, text: string): Promise<string> {
  const file = join(await temporaryFolder(t), 'world.mjs')
  await writeFile(file, `export default () => ({})\n${text}`)
  return file
}

test("a user's world tells its options by an optionsSchema, or leaves them open", async t => {
  const rooms = "{ type: 'integer', minimum: 4, maximum: 12, default: 6, description: 'rooms of the corridor' }"
  const telling = await world(t, `export const optionsSchema = { type: 'object', properties: { rooms: ${rooms} } }`)
  const told = keysOf((await runReference({ world: telling })).sections)
  t.deepEqual(
    told.filter(({ path }) => path.startsWith('environment.options')),
    [
      {
        path: 'environment.options.rooms',
        value: 6,
        general: 6,
        wanted: 'an integer in [4, 12]',
        meaning: 'rooms of the corridor',
      },
    ],
  )
  const open = keysOf((await runReference({ world: await world(t, '') })).sections)
  t.like(
    open.find(({ path }) => path === 'environment.options'),
    { value: {}, wanted: 'an object' },
  )
})

test('an optionsSchema that is none is refused by the world and the value', async t => {
  for (const text of ['3', '{ rooms: 4 }', '{ properties: { rooms: 4 } }']) {
    const file = await world(t, `export const optionsSchema = ${text}`)
    const error = await t.throwsAsync(runReference({ world: file }), { instanceOf: ConfigError })
    t.true(error.message.startsWith(`optionsSchema of the world ${file} must be a JSON Schema with properties, got `))
  }
})

test('a world that there is not is refused', async t => {
  await t.throwsAsync(runReference({ world: 'nowhere' }), { instanceOf: RangeError, message: /nowhere/ })
})
