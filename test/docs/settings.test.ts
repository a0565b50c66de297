import { readFile } from 'node:fs/promises'
import test from 'ava'
import { z } from 'zod'
import { loadPreset } from '../../src/config/preset.ts'
import { loadRunConfig, parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { blocksOf } from './guide.ts'
import { settingsFiles } from './settings-page.ts'

test('the pages of settings and measures and the shipped schema are what the schemas say (npm run docs:settings)', async t => {
  for (const [path, text] of Object.entries(await settingsFiles())) t.is(await readFile(path, 'utf8'), text, path)
})

test('the shipped schema accepts presets, whole configurations and the example, and refuses what a run refuses', async t => {
  const validator = z.fromJSONSchema(JSON.parse(await readFile('run-config.schema.json', 'utf8')))
  const accepts = (value: unknown) => validator.safeParse(value).success
  for (const name of ['household', 'coding', 'desk', 'puzzles', 'grids', 'teams']) {
    t.true(accepts((await loadPreset(name)).config))
    t.true(accepts(await loadRunConfig({ environment: { name } })))
  }
  const [example = ''] = await blocksOf('docs/settings.md', 'json')
  t.true(accepts(JSON.parse(example)))
  t.is(parseRunConfig(JSON.parse(example)).iterations, 20)
  for (const wrong of [{ sed: 1 }, { policy: { clip: 2 } }, { $schema: 3 }, { mode: { kind: 'both' } }]) {
    t.false(accepts(wrong), JSON.stringify(wrong))
    t.throws(() => parseRunConfig(wrong))
  }
})

test('the package holds the schema where the page says it is', async t => {
  const { files, exports: entries } = JSON.parse(await readFile('package.json', 'utf8'))
  t.true(new Set(files).has('run-config.schema.json'))
  t.is(entries['./run-config.schema.json'], './run-config.schema.json')
})
