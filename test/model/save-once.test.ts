import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { loadModel, saveModelOnce } from '../../src/model/checkpoint.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'

const { config, weights } = livelyModel(smallConfig, 1)
const optimiser = { step: 3, first: weights, second: weights }
const state = { config, weights, optimiser }

test('a folder that was written is found again, and anything else at its place is refused and left', async t => {
  const folder = join(await temporaryFolder(t), 'model')
  await saveModelOnce(folder, state)
  t.deepEqual(await loadModel(folder), state)
  await saveModelOnce(folder, state)
  const refused = { instanceOf: RangeError, message: /model exists already/ }
  await t.throwsAsync(saveModelOnce(folder, { ...state, optimiser: { ...optimiser, step: 4 } }), refused)
  await t.throwsAsync(saveModelOnce(folder, livelyModel(smallConfig, 2)), refused)
  await t.throwsAsync(saveModelOnce(folder, state, { optimiser: false }), refused, 'with a file too many')
  t.deepEqual(await loadModel(folder), state)
  await writeFile(join(folder, 'notes.txt'), 'mine')
  await t.throwsAsync(saveModelOnce(folder, state), refused)
  t.is(await readFile(join(folder, 'notes.txt'), 'utf8'), 'mine')
})

test('the moments of the optimiser are left out where they are not wanted', async t => {
  const folder = join(await temporaryFolder(t), 'model')
  await saveModelOnce(folder, state, { optimiser: false })
  t.deepEqual(await loadModel(folder), { config, weights })
  await t.throwsAsync(access(join(folder, 'optimizer.safetensors')), { code: 'ENOENT' })
})
