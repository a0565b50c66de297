/** Vitest runs the specifications beside this file in realms of their own, as Jest runs all tests. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'

const here = fileURLToPath(new URL('.', import.meta.url))
const vitest = fileURLToPath(import.meta.resolve('vitest/vitest.mjs'))

test('laws hold and runs train in a realm of their own', async t => {
  /* A busy machine is no fault: by default a test may take five seconds. */
  const patient = ['--testTimeout', '300000']
  const shown = ['--reporter', 'dot', '--no-color']
  const line = [vitest, 'run', 'spec', '--root', here, '--pool', 'vmThreads', ...patient, ...shown]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, line).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  )
  t.regex(`${stdout}${stderr}`, /Test Files +2 passed \(2\)/)
})
