import { join } from 'node:path'
import test from 'ava'
import { loadModel, loadTokenizerJson, saveModel } from '../../src/index.ts'
import { loadSpecialIds } from '../../src/models.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

test('a copy is what it was copied from', async t => {
  const from = 'starters/household/policy'
  const to = join(await temporaryFolder(t), 'copy')
  const tokenizer = await loadTokenizerJson(from)
  await saveModel(to, await loadModel(from), { tokenizer, special: await loadSpecialIds(from) })
  t.deepEqual(await loadModel(to), await loadModel(from))
  t.deepEqual(await loadSpecialIds(to), { end: [2], pad: 0, begin: null })
  t.is(await loadTokenizerJson(to), tokenizer)
})
