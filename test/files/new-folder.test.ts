import test from 'ava'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isTemporary } from '../../src/files/atomic.ts'
import { filledFolder, newFolder } from '../../src/files/new-folder.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

test('a folder is made, an empty one taken, one with something in it refused and left as it was', async t => {
  const root = await temporaryFolder(t)
  const folder = join(root, 'a', 'b')
  await newFolder(folder)
  await newFolder(folder)
  await writeFile(join(folder, 'mine'), '')
  await t.throwsAsync(newFolder(folder), {
    instanceOf: RangeError,
    message: `${folder} is not empty: name a new folder`,
  })
  t.deepEqual(await readdir(folder), ['mine'])
  for (const path of ['mine', 'mine/c'])
    await t.throwsAsync(newFolder(join(folder, path)), { instanceOf: RangeError, message: /a file is in its way/ })
  await t.throwsAsync(newFolder(join(root, 'x'.repeat(300))), {
    instanceOf: RangeError,
    message: /^the folder .* cannot be made: ENAMETOOLONG.*; name a new folder$/,
  })
})

test('files get their names once all are written, and what a killed process left of them is removed', async t => {
  const folder = join(await temporaryFolder(t), 'a')
  await mkdir(join(folder, 'filled.00000000.tmp.0123abcd.tmp'), { recursive: true })
  await filledFolder(folder, async temporary => {
    await writeFile(join(temporary, 'one'), '')
    t.true((await readdir(folder)).every(isTemporary))
    await writeFile(join(temporary, 'two'), '')
  })
  t.deepEqual(await readdir(folder), ['one', 'two'])
  const other = join(folder, 'other')
  const failing = filledFolder(other, async temporary => {
    await writeFile(join(temporary, 'one'), '')
    throw new Error('no more')
  })
  await t.throwsAsync(failing, { message: 'no more' })
  t.deepEqual(await readdir(other), [])
})
