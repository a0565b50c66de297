import { readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import test from 'ava'
import { isTemporary, removeDirectoryAtomic, writeDirectoryAtomic, writeFileAtomic } from '../../src/files/atomic.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

test('a file is replaced whole and leaves nothing beside it', async t => {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'a.json')
  await writeFileAtomic(path, 'old')
  await writeFileAtomic(path, new Uint8Array([0x6e, 0x65, 0x77]))
  t.is(await readFile(path, 'utf8'), 'new')
  t.deepEqual(await readdir(folder), ['a.json'])
})

test('a folder that cannot be finished is not there', async t => {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'step')
  const broken = writeDirectoryAtomic(path, async temporary => {
    await writeFile(join(temporary, 'part'), 'x')
    throw new Error('half way')
  })
  await t.throwsAsync(broken, { message: 'half way' })
  t.deepEqual(await readdir(folder), [])
  await writeDirectoryAtomic(path, temporary => writeFile(join(temporary, 'part'), 'y'))
  t.deepEqual(await readdir(folder), ['step'])
  const again = writeDirectoryAtomic(path, async () => {})
  await t.throwsAsync(again, { instanceOf: RangeError, message: /step exists already: move it away/ })
  t.is(await readFile(join(path, 'part'), 'utf8'), 'y')
})

test('a folder that is removed is gone, and what was not finished can be told by its name', async t => {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'step')
  await writeDirectoryAtomic(path, async temporary => {
    t.true(isTemporary(basename(temporary)))
    await writeFile(join(temporary, 'part'), 'x')
  })
  t.false(isTemporary('step'))
  await removeDirectoryAtomic(path)
  t.deepEqual(await readdir(folder), [])
  await t.throwsAsync(removeDirectoryAtomic(path), { code: 'ENOENT' })
})

test('says why a file cannot be written', async t => {
  const folder = await temporaryFolder(t)
  await t.throwsAsync(writeFileAtomic(join(folder, 'none', 'a'), 'x'), { message: /its folder does not exist/ })
  await writeFile(join(folder, 'file'), 'x')
  await t.throwsAsync(writeFileAtomic(join(folder, 'file', 'a'), 'x'), { message: /part of its path is a file/ })
})
