import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { removeProfile } from '../../src/browser/process/profile.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

test('a profile goes, also while something is still written to it', async t => {
  const profile = join(await temporaryFolder(t), 'profile')
  await mkdir(join(profile, 'Default'), { recursive: true })
  await writeFile(join(profile, 'Default', 'first'), '')
  const writing = writeUntilGone(join(profile, 'Default'), 300)
  await removeProfile(profile)
  t.true((await writing) > 0)
  t.false(existsSync(profile))
})

test('a profile that is not there, or cannot be removed, is no error', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'file'), '')
  await t.notThrowsAsync(removeProfile(join(folder, 'none')))
  await t.notThrowsAsync(removeProfile(join(folder, 'file', 'below')))
})

/** As a process of the browser that has not heard yet that it was killed. */
async function writeUntilGone(folder: string, most: number): Promise<number> {
  for (let count = 0; count < most; count += 1) {
    try {
      await writeFile(join(folder, String(count)), '')
    } catch {
      return count
    }
  }
  return most
}
