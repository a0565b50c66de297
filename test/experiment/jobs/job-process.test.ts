import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { JobMessage, JobOrder } from '../../../src/experiment/jobs/job.ts'
import { isLockName } from '../../../src/run/directory/lock.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { tinyConfig, tinyStarters } from '../../run/tiny-run.ts'

/** A run whose parent leaves it at its first report. @returns the exit code of its process, and its folder. */
async function orphaned(folder: string, hasScratch: boolean): Promise<{ code: unknown; directory: string }> {
  const config = tinyConfig(await tinyStarters(join(folder, 'starters')), { iterations: 2 })
  const scratch = join(folder, 'scratch')
  const directory = join(scratch, 'run')
  const child = fork(new URL('../../../src/experiment/jobs/job-process.js', import.meta.url), {
    ...{ execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' },
  })
  const exited = once(child, 'exit')
  child.on('message', ({ kind }: JobMessage) => {
    if (kind === 'progress' && child.connected) child.disconnect()
  })
  const order: JobOrder = {
    ...{ kind: 'do', request: { kind: 'train', config, directory }, scratch: hasScratch ? scratch : null },
  }
  child.send(order)
  return { code: (await exited)[0], directory }
}

test('a run whose parent has ended is saved, though nobody hears its reports', async t => {
  const { code, directory } = await orphaned(await temporaryFolder(t), false)
  t.is(code, 0)
  t.deepEqual(
    (await readdir(directory)).filter(name => isLockName(name)),
    [],
  )
})

test('one in a folder that nobody looks for any more ends at once, and the folder with it', async t => {
  const { code, directory } = await orphaned(await temporaryFolder(t), true)
  t.is(code, 0)
  t.false(existsSync(join(directory, '..')))
})
