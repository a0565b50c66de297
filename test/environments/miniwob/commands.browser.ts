/** `eval` and `train` with the world in a real browser: they end well, and no browser remains. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

/** Runs the command. Its browser ends with it, and the next one takes its folder away. */
async function command({ browser: path }: Setting, wanted: readonly string[]) {
  const running = run(process.execPath, ['dist/src/cli/main.js', ...wanted])
  const { stdout } = await running
  const browser = await launchBrowser(path)
  await browser.kill()
  const own = `rlanything-browser-${running.child.pid}-`
  return { stdout, left: readdirSync(tmpdir()).filter(name => name.startsWith(own)) }
}

withPages('a policy is measured', async (t, setting) => {
  const wanted = ['eval', 'miniwob', '--policy', policy, '--tasks', '4', '--split', 'seen', ...settings(setting)]
  const { stdout, left } = await command(setting, wanted)
  t.regex(stdout, /seen +0\.8 +4 +\d/)
  t.deepEqual(left, [])
})

withPages('a policy is trained', async (t, setting) => {
  const directory = await temporaryFolder(t)
  const wanted = [
    ...['train', 'miniwob', '--method', 'grpo', '--iterations', '2', '--directory', directory, '--name', 'run'],
    ...['--set', `starters.policy=${policy}`, '--set', 'tasks.perIteration=2', '--set', 'tasks.slots=4'],
    ...['--set', 'tasks.episodes=4', '--set', 'evaluation.tasks=4', ...settings(setting)],
  ]
  const { left } = await command(setting, wanted)
  const lines = (await readFile(join(directory, 'run', 'metrics.jsonl'), 'utf8')).trim().split('\n')
  t.is(lines.length, 2)
  t.deepEqual(left, [])
})
