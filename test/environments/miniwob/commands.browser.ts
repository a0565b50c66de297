/** `eval` and `train` with the world in a real browser: they end well, and no browser remains. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ExecutionContext } from 'ava'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { launchBrowser } from '../../../src/browser/browser.ts'
import { withPages, type Setting } from './pages.ts'

const run = promisify(execFile)
const policy = 'starters/household/policy'
/** Pages with few words: the starter, which knows none of them, reads 512 tokens. */
const settings = ({ browser, folder }: Setting) =>
  [`folder=${folder}`, `browser=${browser}`, 'tasks=["click-test","click-test-2"]', 'steps=3'].flatMap(each => [
    '--set',
    `environment.options.${each}`,
  ])
const profiles = () => readdirSync(tmpdir()).filter(name => /^rlanything-browser-\d/.test(name))

/** The commands' browsers have ended with them, and the next one takes their folders away. */
async function requireNothingLeft(t: ExecutionContext, { browser: path }: Setting): Promise<void> {
  const browser = await launchBrowser(path)
  await browser.kill()
  t.deepEqual(profiles(), [])
}

withPages('a policy is measured', async (t, setting) => {
  const wanted = ['eval', 'miniwob', '--policy', policy, '--tasks', '4', '--split', 'seen', ...settings(setting)]
  const { stdout } = await run(process.execPath, ['dist/src/cli/main.js', ...wanted])
  t.regex(stdout, /seen +0\.8 +4 +\d/)
  await requireNothingLeft(t, setting)
})

withPages('a policy is trained', async (t, setting) => {
  const directory = await temporaryFolder(t)
  const wanted = [
    ...['train', 'miniwob', '--method', 'grpo', '--iterations', '2', '--directory', directory, '--name', 'run'],
    ...['--set', `starters.policy=${policy}`, '--set', 'tasks.perIteration=2', '--set', 'tasks.slots=4'],
    ...['--set', 'tasks.episodes=4', '--set', 'evaluation.tasks=4', ...settings(setting)],
  ]
  await run(process.execPath, ['dist/src/cli/main.js', ...wanted])
  const lines = (await readFile(join(directory, 'run', 'metrics.jsonl'), 'utf8')).trim().split('\n')
  t.is(lines.length, 2)
  await requireNothingLeft(t, setting)
})
