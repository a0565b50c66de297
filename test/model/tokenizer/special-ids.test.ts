import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { loadModel, loadTokenizerJson, saveModel } from '../../../src/model/checkpoint.ts'
import { loadSpecialIds } from '../../../src/model/tokenizer/special-ids.ts'
import { folderOf } from '../../fixtures/qwen2.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { randomState, smallConfig } from '../random-model.ts'

const state = randomState(smallConfig, 1)

test('special ids that are saved are loaded', async t => {
  const id = fc.nat(smallConfig.vocab_size - 1)
  const ids = fc.record({
    end: fc.uniqueArray(id, { maxLength: 3 }),
    pad: fc.option(id),
    begin: fc.option(id),
  })
  await fc.assert(
    fc.asyncProperty(ids, async special => {
      const folder = join(await temporaryFolder(t), 'model')
      await saveModel(folder, state, { special })
      t.deepEqual(await loadSpecialIds(folder), special)
    }),
    { numRuns: 10 },
  )
})

test('a checkpoint of transformers keeps its ids and its tokenizer', async t => {
  const folder = join(await temporaryFolder(t), 'model')
  const from = folderOf('sharded')
  const [special, tokenizer] = [await loadSpecialIds(from), await loadTokenizerJson(from)]
  await saveModel(folder, await loadModel(from), { special, tokenizer })
  t.deepEqual(await loadModel(folder), await loadModel(from))
  t.deepEqual(await loadSpecialIds(folder), special)
  const written: unknown = JSON.parse(await readFile(join(folder, 'tokenizer_config.json'), 'utf8'))
  t.like(written, { eos_token: '<|im_end|>', pad_token: '<|endoftext|>', unk_token: undefined, bos_token: undefined })
})

test('where there is no generation_config.json, config.json says', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'config.json'), JSON.stringify({ vocab_size: 9, eos_token_id: 4 }))
  t.deepEqual(await loadSpecialIds(folder), { end: [4], pad: null, begin: null })
})

test('special ids that cannot be are refused by name', async t => {
  const none = { end: [], pad: null, begin: null }
  const unsaved = (special: Parameters<typeof saveModel>[2], message: RegExp) =>
    t.throwsAsync(saveModel('/nowhere/model', state, special), { instanceOf: RangeError, message })
  await unsaved({ special: { ...none, end: [2, 9] } }, /the model: eos_token_id must be in \[0, 9\), got 9/)
  await unsaved({ special: { ...none, pad: -1 } }, /the model: pad_token_id must be in \[0, 9\), got -1/)
  await unsaved({ special: { ...none, begin: 0.5 } }, /the model: bos_token_id must be in \[0, 9\), got 0.5/)

  const folder = await temporaryFolder(t)
  const refused = (message: RegExp) => t.throwsAsync(loadSpecialIds(folder), { instanceOf: RangeError, message })
  await refused(/there is no config.json in/)
  await writeFile(join(folder, 'config.json'), JSON.stringify({ vocab_size: 9 }))
  const files: readonly (readonly [text: string, message: RegExp])[] = [
    ['{', /generation_config.json is not JSON/],
    ['{"eos_token_id":"end"}', /generation_config\.json\.eos_token_id: .*, got "end"$/],
    ['{"eos_token_id":[1,9]}', /generation_config.json: eos_token_id must be in \[0, 9\), got 9/],
    ['{"pad_token_id":10}', /generation_config.json: pad_token_id must be in \[0, 9\), got 10/],
  ]
  for (const [text, message] of files) {
    await writeFile(join(folder, 'generation_config.json'), text)
    await refused(message)
  }
})
