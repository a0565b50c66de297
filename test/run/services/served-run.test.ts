/** Runs whose models are trained by our own server of the Tinker API, by the client that asks any such service. */
import test, { type ExecutionContext } from 'ava'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunConfig } from '../../../src/config/config.ts'
import { readIfThere } from '../../../src/files/read-if-there.ts'
import { writeReport } from '../../../src/report/write-report.ts'
import { resumeRun } from '../../../src/run/resume.ts'
import { trainRun } from '../../../src/run/train.ts'
import { servedModels } from '../../fixtures/http/served-models.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { eventsOf, readMetrics, rewardModelOf, tinyConfig, tinyStarters } from '../tiny-run.ts'

async function served(t: ExecutionContext, changes: Partial<RunConfig> = {}) {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder)
  const models = { policy: starters.policy ?? '', rewardModel: starters.rewardModel ?? '' }
  const { url } = await servedModels(t, { models, key: null })
  const tinker = { url, baseModels: { policy: 'policy', 'reward-model': 'rewardModel' } }
  const own = tinyConfig(starters, changes)
  const config = {
    ...own,
    engine: { ...own.engine, kind: 'tinker' as const, tinker: { ...own.engine.tinker, ...tinker } },
  }
  return { folder, config, directory: join(folder, 'run') }
}

test.serial('a run trains both models on a service, and says what that does not promise', async t => {
  const { config, directory } = await served(t)
  const events = await eventsOf(trainRun({ config, directory }))
  t.false(events.some(({ kind }) => kind === 'died'))
  const lines = await readMetrics(directory)
  t.is(lines.length, 3)
  for (const line of lines) {
    const {
      models: { policy },
    } = line
    const rewardModel = rewardModelOf(line)
    t.is(policy.entropy, null)
    t.true(policy.samples === 0 || (policy.gradientNorm ?? 0) > 0)
    t.true(rewardModel.samples > 0 && rewardModel.kl !== null)
  }
  const { caveats } = JSON.parse(await readFile(join(directory, 'config.json'), 'utf8')) as {
    readonly caveats: string[]
  }
  for (const part of ['is not reproducible', 'does not promise to clip gradients', 'computes no entropies'])
    t.is(caveats.filter(text => text.includes(part)).length, 2, part)
  const page = await readFile(await writeReport(directory), 'utf8')
  t.true(page.includes('does not promise to clip gradients'))
  const newest = join(directory, 'checkpoints', (await readdir(join(directory, 'checkpoints'))).sort().at(-1) ?? '')
  const remote = JSON.parse(await readFile(join(newest, 'reward-model', 'remote.json'), 'utf8')) as object
  t.like(remote, { service: 'tinker', baseModel: 'rewardModel' })
})

test.serial('a run on a service that is killed on the way is resumed from its last checkpoint', async t => {
  const { folder, config, directory } = await served(t, { iterations: 6 })
  await writeFile(join(folder, 'config.json'), JSON.stringify(config))
  const program = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url))
  const args = ['train', '--config', join(folder, 'config.json'), '--directory', folder, '--name', 'run']
  const child = fork(program, args, { stdio: 'ignore', execArgv: [] })
  const ended = once(child, 'exit')
  let made = 0
  while (made < 2 && child.exitCode === null) {
    await new Promise(resolve => setTimeout(resolve, 20))
    made = ((await readIfThere(join(directory, 'metrics.jsonl')))?.toString('utf8') ?? '').split('\n').length - 1
  }
  child.kill('SIGKILL')
  await ended
  t.true(made >= 2 && made < 6, `${made} iterations were made`)
  const events = await eventsOf(resumeRun({ directory }))
  const started = events.find(event => event.kind === 'started')
  t.true((started?.resumedFrom ?? 0) >= 1)
  const lines = await readMetrics(directory)
  t.deepEqual(
    lines.map(({ iteration }) => iteration),
    [1, 2, 3, 4, 5, 6],
  )
})
