import { open } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { readWhole } from '../../src/files/read-whole.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

test('a file of more than 2 GiB is read to its end', async t => {
  const path = join(await temporaryFolder(t), 'large')
  const [length, mark] = [2 ** 31 + 5, Buffer.from('end')]
  const file = await open(path, 'w')
  /* What is not written takes no room on the disk. */
  await file.write(mark, 0, mark.length, length - mark.length)
  await file.close()
  const bytes = await readWhole(path)
  t.is(bytes.length, length)
  t.deepEqual(bytes.subarray(-mark.length), mark)
  t.is(bytes.readUInt32LE(2 ** 30), 0)
})
