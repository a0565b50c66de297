import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { saveCheckpoint } from '../../../src/run/loop/checkpoint.ts'
import { loadStored } from '../../../src/run/actors/stored-model.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { tinyStarters } from '../tiny-run.ts'

test('of a folder the shape and the tokenizer are read, and no weights', async t => {
  const { policy } = await tinyStarters(await temporaryFolder(t))
  const path = policy ?? ''
  await rm(join(path, 'model.safetensors'))
  const { reference, config, tokenizer } = await loadStored(path)
  t.deepEqual(reference, { kind: 'folder', path })
  t.is(config?.hidden_size, 16)
  t.regex(tokenizer, /"<act>"/)
})

test('what an engine began to write when it died is no part of a checkpoint', async t => {
  const folder = await temporaryFolder(t)
  const saved: string[] = []
  const save = async (model: string, path: string): Promise<void> => {
    saved.push(model)
    await mkdir(`${path}.0123abcd.tmp`)
    await writeFile(join(`${path}.0123abcd.tmp`, 'config.json'), '{')
    await mkdir(path)
  }
  const before = { iteration: 0, evaluations: [], measures: {} }
  const contents = { names: ['policy', 'reward-model'], save, stores: { replay: Uint8Array.of(1) } }
  await saveCheckpoint(folder, contents, { method: null, before, metrics: null })
  t.deepEqual(saved, ['policy', 'reward-model'])
  t.deepEqual((await readdir(folder)).sort(), ['policy', 'replay.parquet', 'reward-model', 'state.json'])
})
