import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { readWhole } from '../../src/files/read-whole.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

test('a file is read to its end, in pieces of any size', async t => {
  const path = join(await temporaryFolder(t), 'file')
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 1, max: 50 }), async (written, pieceBytes) => {
      await writeFile(path, written)
      t.deepEqual(await readWhole(path, pieceBytes), Buffer.from(written))
    }),
  )
  await t.throwsAsync(readWhole(`${path}-missing`), { code: 'ENOENT' })
})
