/** Sameness: what a run leaves behind depends on its configuration and seed alone. */
import test from 'ava'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { trainRun } from '../../src/run/train.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, played, playedInThreads, remains, tinyConfig, tinyStarters } from './tiny-run.ts'
import { usualRun } from './usual-run.ts'

test.serial('a run writes down all that a run is, and neither threads nor their number change anything', async t => {
  const { directory, events, remains: unbroken } = await usualRun()
  t.deepEqual(
    events.map(({ kind }) => kind),
    ['started', 'measured', 'iteration', 'iteration', 'iteration', 'finished'],
  )
  t.like(events.at(-1), { kind: 'finished', directory, reason: 'complete', after: { iteration: 3 } })
  const found = (await readdir(directory)).sort()
  t.deepEqual(found, [
    'checkpoints',
    'config.json',
    'episodes',
    'metrics.jsonl',
    'summary.json',
    'tasks.jsonl',
    'timeline.jsonl',
  ])
  t.deepEqual((await readdir(join(directory, 'checkpoints'))).sort(), ['step-000002', 'step-000003'])
  const three = await playedInThreads(t, { environment: { threads: 3 } })
  t.deepEqual(await remains(three.directory), unbroken)
})

test.serial('a world that ends its thread changes nothing', async t => {
  const crashFile = join(await temporaryFolder(t), 'crash')
  const { remains: unbroken } = await usualRun()
  /* While the probe is recorded, and amid the iterations. */
  for (const crashAt of [2, 45]) {
    await writeFile(crashFile, '')
    const { directory, events } = await playedInThreads(t, {
      environment: { options: { crashFile, crashAt }, threads: 2 },
    })
    const told = events.filter(({ kind }) => kind === 'died' || kind === 'restarted')
    const [died, restarted] = told
    t.like(died, { death: { cause: 'exit', exitCode: 3 }, response: { kind: 'restart' } })
    /* The other thread takes over: the run may be over before the next one is ready. */
    if (restarted !== undefined) t.like(restarted, { actor: died?.kind === 'died' && died.death.actor, incarnation: 1 })
    const written = (await readFile(join(directory, 'deaths.jsonl'), 'utf8')).trimEnd().split('\n')
    written.forEach((line, index) => t.like(JSON.parse(line), { ...told[index] }))
    /* One that is ready only when the run is over is told of, and not written down. */
    t.deepEqual(
      told.slice(written.length).filter(({ kind }) => kind !== 'restarted'),
      [],
    )
    t.deepEqual(await remains(directory), unbroken, `at step ${crashAt}`)
  }
})

test.serial(
  'an episode that the world cannot play leaves its group, and is counted and told, never scored',
  async t => {
    const { directory, events } = await played(t, {
      environment: { options: { fault: 'out of paint', faultOn: 'brown' } },
      evaluation: { tasks: 12, probeTasks: 12 },
      supervision: { invalidShare: 1 },
    })
    const metrics = await (await readRunDirectory(directory)).readMetrics()
    const invalid = metrics.reduce((sum, each) => sum + each.invalid, 0)
    t.true(invalid > 0)
    t.true(metrics.every(({ episodes, invalid: lost }) => (episodes + lost) % 3 === 0))
    const warnings = events.flatMap(event => (event.kind === 'warning' ? [event.text] : []))
    t.is(warnings.length, metrics.filter(each => each.invalid > 0).length)
    t.regex(
      warnings[0] ?? '',
      /episodes could not be played and leave their groups, e\.g\. (train|pending)\/.*, .*out of paint/,
    )
  },
)

test.serial(
  'a run of which too much is invalid ends with how much and why, and has a checkpoint to go on from',
  async t => {
    const folder = await temporaryFolder(t)
    const directory = join(folder, 'run')
    const config = tinyConfig(await tinyStarters(folder), {
      environment: { options: { fault: 'out of paint', faultOn: 'brown' } },
      evaluation: { tasks: 12, probeTasks: 12 },
      checkpoint: { every: 0 },
    })
    await t.throwsAsync(eventsOf(trainRun({ config, directory })), {
      name: 'RunFailedError',
      message:
        /^\d of \d episodes \(\d.*out of paint \(.*colours\.ts:\d+:\d+\)\nsaved up to iteration 1; resume with: npx rlanything resume .*\/run$/,
    })
    t.deepEqual(await readdir(join(directory, 'checkpoints')), ['step-000000', 'step-000001'])
  },
)

test.serial(
  'a reward model that cannot read to the end leaves steps invalid, the same for any number of threads and for none',
  async t => {
    const folder = await temporaryFolder(t)
    const starters = await tinyStarters(folder)
    const shape = join(folder, 'reward-model', 'config.json')
    const { max_position_embeddings: _, ...rest } = JSON.parse(await readFile(shape, 'utf8')) as Record<string, unknown>
    await writeFile(shape, JSON.stringify({ ...rest, max_position_embeddings: 15 }))
    const runWith = async (threads: number): Promise<string> => {
      const directory = join(folder, `run-${threads}`)
      const changes = {
        iterations: 2,
        environment: { threads: Math.max(1, threads) },
        supervision: { invalidShare: 1 },
      }
      const inThread = threads === 0
      await eventsOf(trainRun({ config: tinyConfig(starters, changes), directory, inThread }))
      return directory
    }
    const directory = await runWith(0)
    t.deepEqual(await remains(await runWith(3)), await remains(directory))
    const run = await readRunDirectory(directory)
    for (const { iteration, invalid, invalidSteps, steps } of await run.readMetrics()) {
      t.is(invalid, 0)
      t.true(invalidSteps > 0 && invalidSteps < steps)
      const rows = await run.readEpisodes(iteration)
      for (const { invalid: reason, verdicts: votes, reward, advantage } of rows) {
        t.is(reason === null, votes.length > 0)
        t.is(reason === null, reward !== null && advantage !== null)
      }
      t.true(rows.some(row => row.invalid?.includes('max_position_embeddings') === true))
    }
  },
)
