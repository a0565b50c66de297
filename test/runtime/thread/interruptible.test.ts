import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'

test('a loop that makes arrays of a constant length can be ended, and the process ends then', async t => {
  /* In a process of its own: a thread that nobody could end would keep this one. */
  const script = fileURLToPath(new URL('./endless.js', import.meta.url))
  const limits = { timeout: 60_000, killSignal: 'SIGKILL' } as const
  const { stdout } = await promisify(execFile)(process.execPath, [script], limits)
  t.is(stdout, 'hang\n')
})
