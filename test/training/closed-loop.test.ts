import test, { type ExecutionContext } from 'ava'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resume, train } from '../../src/training/train.ts'
import type { RunConfig } from '../../src/training/config.ts'
import {
  coloursModule,
  eventsOf,
  temporaryFolder,
  timelessMetrics,
  tinyConfig,
  tinyStarters,
  type Written,
} from './tiny-run.ts'

/** All that a run leaves behind but what depends on the clock. */
async function remains(directory: string): Promise<Readonly<Record<string, unknown>>> {
  const [checkpoint] = (await readdir(join(directory, 'checkpoints'))).toReversed()
  const folder = join(directory, 'checkpoints', checkpoint ?? '')
  const models = ['policy', 'reward-model'].flatMap(model =>
    ['model.safetensors', 'optimizer.safetensors'].map(file => join(folder, model, file)),
  )
  const { metrics: _metrics, ...state } = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as Record<
    string,
    unknown
  >
  return {
    metrics: await timelessMetrics(directory),
    tasks: await readFile(join(directory, 'tasks.jsonl'), 'utf8'),
    episodes: await readdir(join(directory, 'episodes')),
    weights: await Promise.all(models.map(file => readFile(file, 'base64'))),
    state,
  }
}

/** Runs to the end. @returns what is left. */
async function played(t: ExecutionContext, changes: Written<RunConfig> = {}, starters?: RunConfig['starters']) {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(starters ?? (await tinyStarters(folder)), changes)
  const directory = join(folder, 'run')
  const events = await eventsOf(train({ config, directory }))
  return { events, directory, left: await remains(directory) }
}

test.serial('a run writes down all that a run is', async t => {
  const { events, directory, left } = await played(t)
  t.deepEqual(
    events.map(({ kind }) => kind),
    ['started', 'iteration', 'iteration', 'iteration', 'finished'],
  )
  const found = (await readdir(directory)).sort()
  t.deepEqual(found, ['checkpoints', 'config.json', 'episodes', 'metrics.jsonl', 'summary.json', 'tasks.jsonl'])
  t.like(left, { episodes: ['iteration-000001.parquet', 'iteration-000002.parquet', 'iteration-000003.parquet'] })
  t.deepEqual(await readdir(join(directory, 'checkpoints')), ['step-000002', 'step-000003'])
})

test.serial('the number of environment threads changes nothing', async t => {
  const [one, three] = [await played(t), await played(t, { environment: { threads: 3 } })]
  t.deepEqual(three.left, one.left)
})

test.serial('a world that ends its thread changes nothing', async t => {
  const crashFile = join(await temporaryFolder(t), 'crash')
  for (const crashAt of [1, 20, 60]) {
    await writeFile(crashFile, '')
    const options = { crashFile, crashAt }
    const broken = await played(t, { environment: { name: coloursModule, options, threads: 2 } })
    t.is(broken.events.filter(({ kind }) => kind === 'warning').length, 1)
    t.deepEqual(broken.left, (await played(t)).left, `at step ${crashAt}`)
  }
})

test.serial('an interrupted run that is resumed ends as an unbroken one', async t => {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder), { checkpoint: { every: 0 } })
  const directory = join(folder, 'run')
  for (const stopAt of [1, 2]) {
    const stop = new AbortController()
    const run = { directory, signal: stop.signal }
    const events = await eventsOf(stopAt === 1 ? train({ config, ...run }) : resume(run), event => {
      if (event.kind === 'iteration' && event.metrics.iteration === stopAt) stop.abort()
    })
    t.like(events.at(-1), { kind: 'finished', reason: 'interrupted', after: { iteration: stopAt } })
  }
  const events = await eventsOf(resume({ directory }))
  t.like(events.at(0), { kind: 'started', resumedFrom: 2 })
  t.like(events.at(-1), { kind: 'finished', reason: 'complete', after: { iteration: 3 } })
  t.deepEqual(await remains(directory), (await played(t, { checkpoint: { every: 0 } })).left)
})
