import test from 'ava'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newFolder } from '../../src/files/new-folder.ts'
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
})
