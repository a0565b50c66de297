/** Vitest runs the specifications beside this file in realms of their own, as Jest runs all tests. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'

const here = fileURLToPath(new URL('.', import.meta.url))
const vitest = fileURLToPath(import.meta.resolve('vitest/vitest.mjs'))

test('laws hold and runs train in a realm of their own', async t => {
  const line = [vitest, 'run', 'spec', '--root', here, '--pool', 'vmThreads', '--reporter', 'dot', '--no-color']
  const ran = await promisify(execFile)(process.execPath, line).catch((error: unknown) => error as { stdout: string })
  t.regex(ran.stdout, /Test Files +2 passed \(2\)/)
})
