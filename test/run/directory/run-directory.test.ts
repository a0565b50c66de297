import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, readdir, rmdir, writeFile, appendFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { createRunDirectory, openRunDirectory, readRunDirectory } from '../../../src/run/directory/run-directory.ts'
import type { EpisodeRow } from '../../../src/run/directory/records/episode-row.ts'
import { emptySeal, sealed } from '../../../src/files/seal.ts'
import { DiskError, RunDirectoryError, onDisk } from '../../../src/run/directory/records/run-directory-error.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { episodeOf, metricsOf, summaryOf } from '../report-fixture.ts'

const fresh = async (t: ExecutionContext) => join(await temporaryFolder(t), 'run')
const config = parseRunConfig({ checkpoint: { keep: 2 } })
const rooted = (iteration: number, slot: number) =>
  ({ kind: 'rooted', iteration, slot, version: 0, task: { goal: 'x' } }) as const
const versions = { rlanything: '0.1.0', node: '20.19.0' }

test('what is written is read back, by another process too', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  await run.appendMetrics(metricsOf(1))
  await run.appendMetrics(metricsOf(2))
  await run.appendLineage([rooted(1, 3)])
  const record = await readRunDirectory(path)
  t.deepEqual(record.config, config)
  t.deepEqual(record.versions, versions)
  t.deepEqual(await record.readMetrics(), [metricsOf(1), metricsOf(2)])
  t.deepEqual(await record.readLineage(), [rooted(1, 3)])
  await run.close()
})

test('the outcome of each held-out task is read back; a mark that is none is damage', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  const evaluations = [{ split: 'unseen', temperature: 0, tasks: 3, rate: 2 / 3, wins: '1-01' }]
  const line = { ...metricsOf(1), evaluations }
  const summary = { before: { ...summaryOf(0), evaluations }, after: null }
  await run.appendMetrics(line)
  await run.writeSummary(summary)
  t.deepEqual(await run.readMetrics(), [line])
  t.deepEqual(await run.readSummary(), summary)
  await run.appendMetrics({ ...line, iteration: 2, evaluations: [{ ...evaluations[0]!, wins: '1x' }] })
  await t.throwsAsync(run.readMetrics(), { instanceOf: RunDirectoryError, message: /evaluations\.0\.wins/ })
  await run.close()
})

const shareOrNone = fc.option(fc.double({ noNaN: true, min: 0, max: 1 }))
const row = fc.record({
  iteration: fc.constant(4),
  episode: fc.string(),
  use: fc.string(),
  slot: fc.nat(1000),
  member: fc.nat(1000),
  step: fc.nat(100),
  opening: fc.option(fc.string()),
  agent: fc.string(),
  action: fc.string(),
  observation: fc.string({ unit: 'grapheme' }),
  situation: fc.option(fc.string()),
  won: fc.boolean(),
  score: fc.double({ noNaN: true, min: 0, max: 1 }),
  finish: fc.constantFrom('stop', 'length', null),
  ending: fc.constantFrom('terminal', 'truncated', null),
  noteFinishes: fc.array(fc.constantFrom('stop', 'length'), { maxLength: 3 }),
  good: fc.boolean(),
  goodReason: fc.string(),
  verdicts: fc.array(fc.constantFrom<(-1 | 0 | 1)[]>(-1, 0, 1), { maxLength: 4 }),
  verdictReasons: fc.array(fc.string(), { maxLength: 4 }),
  /* Written as JSON, which has one 0. */
  softVerdicts: fc.array(fc.option(fc.double({ noNaN: true, min: -1, max: 1 }).map(value => value + 0)), {
    maxLength: 4,
  }),
  tests: fc.array(fc.string(), { maxLength: 4 }),
  passedByCorrect: fc.array(shareOrNone, { maxLength: 4 }),
  passedByIncorrect: fc.array(shareOrNone, { maxLength: 4 }),
  invalid: fc.option(fc.string()),
  reward: fc.option(fc.double({ noNaN: true, min: -3, max: 3 })),
  advantage: fc.option(fc.double({ noNaN: true, min: -3, max: 3 })),
  noteRewards: fc.array(fc.option(fc.integer({ min: -2, max: 2 })), { maxLength: 4 }),
  age: fc.option(fc.nat(9)),
  noteAge: fc.option(fc.nat(9)),
  noteAdvantages: fc.array(fc.option(fc.integer({ min: -2, max: 2 })), { maxLength: 4 }),
})

test('episodes survive the trip through Parquet', async t => {
  const run = await createRunDirectory(await fresh(t), { config, versions, formulation: null })
  let iteration = 0
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows: EpisodeRow[]) => {
      iteration += 1
      await run.writeEpisodes(iteration, rows)
      t.deepEqual(await run.readEpisodes(iteration), rows)
    }),
    { numRuns: 25 },
  )
  t.is((await run.episodeIterations()).length, iteration)
  await t.throwsAsync(run.readEpisodes(9999), {
    instanceOf: RunDirectoryError,
    message: /no episodes of iteration 9999/,
  })
})

test('rows without columns that came later are read as what they were', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  const newer = ['score', 'tests', 'passedByCorrect', 'passedByIncorrect']
  const rows = [...episodeOf(3, true), ...episodeOf(4, false)]
  const columnData = Object.keys(rows[0]!)
    .filter(name => !newer.includes(name))
    .map(name => ({ name, data: rows.map(each => each[name as keyof EpisodeRow]) }))
  await writeFile(
    join(path, 'episodes', 'iteration-000003.parquet'),
    sealed(new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata: emptySeal }))),
  )
  t.deepEqual(await run.readEpisodes(3), rows)
  await run.close()
})

test('rewinding to n and going on gives the files of a run that was never stopped', async t => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 3 }), async (to, more) => {
      const [stopped, straight] = [
        await createRunDirectory(await fresh(t), { config, versions, formulation: null }),
        await createRunDirectory(await fresh(t), { config, versions, formulation: null }),
      ]
      const advance = async (run: typeof stopped, from: number, until: number) => {
        for (let n = from; n <= until; n += 1) {
          await run.appendMetrics(metricsOf(n))
          await run.writePictures(n, [{ name: 'seen.svg', bytes: Uint8Array.of(n) }])
          await run.appendLineage([rooted(n, n), rooted(n, n + 1)])
          await run.writeEpisodes(n, [])
        }
      }
      await advance(stopped, 1, to + more)
      await stopped.rewind(to)
      t.is((await stopped.pictures()).length, to)
      await advance(stopped, to + 1, 5)
      await advance(straight, 1, 5)
      for (const name of ['metrics.jsonl', 'tasks.jsonl']) {
        t.is(await readFile(join(stopped.path, name), 'utf8'), await readFile(join(straight.path, name), 'utf8'))
      }
      t.deepEqual(await stopped.episodeIterations(), await straight.episodeIterations())
    }),
    { numRuns: 12 },
  )
})

test('a run that goes on has no end yet, wherever it was interrupted', async t => {
  const run = await createRunDirectory(await fresh(t), { config, versions, formulation: null })
  await run.writeSummary({ before: summaryOf(0), after: summaryOf(2) })
  await run.rewind(2)
  t.like(await run.readSummary(), { before: { iteration: 0 }, after: null })
  await run.close()
})

test('a half-written last line is ignored, and gone after a rewind', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  await run.appendMetrics(metricsOf(1))
  await appendFile(join(path, 'metrics.jsonl'), '{"iteration":2,"epis')
  t.deepEqual(await run.readMetrics(), [metricsOf(1)])
  await run.rewind(1)
  await run.appendMetrics(metricsOf(2))
  t.deepEqual(await run.readMetrics(), [metricsOf(1), metricsOf(2)])
})

test('a line that was never finished does not spoil the one after it', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  await appendFile(join(path, 'metrics.jsonl'), '{"iteration":1,"epis')
  await run.appendMetrics(metricsOf(1))
  await appendFile(join(path, 'metrics.jsonl'), '{"iter')
  await run.appendMetrics(metricsOf(2))
  t.deepEqual(await run.readMetrics(), [metricsOf(1), metricsOf(2)])
})

test('a damaged line in the middle is refused by its number', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  await writeFile(join(path, 'metrics.jsonl'), '{"iteration":1}\nnonsense\n{"iteration":3}\n')
  await t.throwsAsync(run.readMetrics(), { instanceOf: RunDirectoryError, message: /line 2 is not JSON/ })
})

test('a run is never overwritten', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  await run.close()
  await t.throwsAsync(createRunDirectory(path, { config, versions, formulation: null }), {
    instanceOf: RunDirectoryError,
    message: /is not empty/,
  })
  t.deepEqual((await readRunDirectory(path)).config, config)
})

test('a folder that cannot be made is refused by its path, with why', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'file'), '')
  for (const [path, reason] of [
    [join(folder, 'x'.repeat(300)), /cannot be made: ENAMETOOLONG/],
    [join(folder, 'file', 'run'), /cannot be made: a file is in its way$/],
  ] as const)
    await t.throwsAsync(createRunDirectory(path, { config, versions, formulation: null }), {
      instanceOf: RunDirectoryError,
      message: reason,
    })
})

test('a run cut off before it was one can be made in its folder', async t => {
  const path = await fresh(t)
  await mkdir(path)
  await writeFile(join(path, 'config.json.0123abcd.tmp'), '{"vers')
  await writeFile(join(path, `lock-${2 ** 22 + 1}-token.0123abcd.tmp`), '{"p')
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  await run.close()
  t.deepEqual((await readdir(path)).sort(), ['checkpoints', 'config.json', 'episodes'])
})

test('a run is bare until something is made of it, and can be taken without its folders', async t => {
  const path = await fresh(t)
  await (await createRunDirectory(path, { config, versions, formulation: null })).close()
  for (const folder of ['episodes', 'checkpoints']) await rmdir(join(path, folder))
  const run = await openRunDirectory(path)
  await run.appendLineage([rooted(0, 0)])
  t.true(await run.isBare())
  await run.rewind(-1)
  t.deepEqual(await run.readLineage(), [])
  await run.writeEpisodes(1, [])
  t.false(await run.isBare())
})

test('a folder that is no run, and a damaged configuration, are refused', async t => {
  const path = await fresh(t)
  await t.throwsAsync(openRunDirectory(path), {
    instanceOf: RunDirectoryError,
    message: /is not a run: it has no config\.json/,
  })
  await mkdir(path)
  await writeFile(join(path, 'config.json'), '{"versions":')
  await t.throwsAsync(openRunDirectory(path), { instanceOf: RunDirectoryError, message: /config\.json is damaged/ })
  await writeFile(join(path, 'config.json'), '{"versions":{},"config":{"policy":{"clip":2}}}')
  await t.throwsAsync(openRunDirectory(path), { message: /policy\.clip must be a number in \(0, 1\], got 2/ })
})

test('a run in use is refused, and free again once closed', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  await t.throwsAsync(openRunDirectory(path), {
    instanceOf: RunDirectoryError,
    message: `${path} is in use by process ${process.pid}: wait for it or stop it`,
  })
  await run.close()
  await (await openRunDirectory(path)).close()
})

test('the lock of a process that ended is taken over; that of another machine is not', async t => {
  const path = await fresh(t)
  await (await createRunDirectory(path, { config, versions, formulation: null })).close()
  const owner = { pid: 2 ** 22 + 1, host: hostname(), processStart: null }
  await writeFile(join(path, 'lock-1'), JSON.stringify(owner))
  await (await openRunDirectory(path)).close()
  await writeFile(join(path, 'lock-2'), JSON.stringify({ ...owner, pid: process.pid, processStart: '1' }))
  if (process.platform === 'linux') await (await openRunDirectory(path)).close()
  await writeFile(join(path, 'lock-3'), JSON.stringify({ ...owner, host: 'elsewhere' }))
  await t.throwsAsync(openRunDirectory(path), { message: /on elsewhere: if that process has ended, delete .*lock/ })
})

test('the lock of a killed process is taken over though its parent has not taken note of it', async t => {
  if (process.platform !== 'linux') {
    t.pass()
    return
  }
  const path = await fresh(t)
  await (await createRunDirectory(path, { config, versions, formulation: null })).close()
  /* `exec` leaves a parent that never asks how its child ended; the child waits for it, so that it cannot be asked before. */
  const forgetful = 'while grep -q "^sh" /proc/$$/cmdline; do :; done & echo $!; exec sleep 1000'
  const parent = spawn('sh', ['-c', forgetful], { stdio: ['ignore', 'pipe', 'ignore'] })
  t.teardown(() => parent.kill('SIGKILL'))
  const pid = Number(String(await once(parent.stdout, 'data')))
  const statOf = () => readFile(`/proc/${pid}/stat`, 'utf8')
  while (!(await statOf()).includes(') Z ')) await new Promise(setImmediate)
  const processStart = (await statOf()).split(') ')[1]?.split(' ')[19]
  await writeFile(join(path, 'lock-1'), JSON.stringify({ pid, host: hostname(), processStart }))
  await t.notThrowsAsync(async () => (await openRunDirectory(path)).close())
})

test('of many takers at once at most one gets the run, and afterwards it can be had', async t => {
  const path = await fresh(t)
  await (await createRunDirectory(path, { config, versions, formulation: null })).close()
  await writeFile(join(path, 'lock-1'), JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), processStart: null }))
  const takers = await Promise.allSettled(Array.from({ length: 8 }, () => openRunDirectory(path)))
  const holders = takers.flatMap(taker => (taker.status === 'fulfilled' ? [taker.value] : []))
  t.true(holders.length <= 1)
  for (const holder of holders) await holder.close()
  await (await openRunDirectory(path)).close()
})

test('the newest whole checkpoint is found, damaged ones are passed over aloud, old ones go', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  t.is(await run.latestCheckpoint(t.log), null)
  for (const n of [1, 2, 3]) {
    await run.writeCheckpoint(n, async folder => {
      await mkdir(join(folder, 'policy'))
      await writeFile(join(folder, 'policy', 'weights'), `weights of ${n}`)
    })
  }
  t.deepEqual(await readdir(join(path, 'checkpoints')), ['step-000002', 'step-000003'])
  t.is((await run.latestCheckpoint(t.log))?.iteration, 3)

  await writeFile(join(path, 'checkpoints', 'step-000003', 'policy', 'weights'), 'weights of 4')
  const warnings: string[] = []
  t.is((await run.latestCheckpoint(text => warnings.push(text)))?.iteration, 2)
  t.regex(warnings.join(), /step-000003 is passed over: policy\/weights has changed/)
})

test('a checkpoint that could not be written leaves nothing behind', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, { config, versions, formulation: null })
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  await t.throwsAsync(
    run.writeCheckpoint(1, async folder => {
      await writeFile(join(folder, 'half'), 'half')
      throw full
    }),
    { instanceOf: DiskError, message: /the disk is full/ },
  )
  t.deepEqual(await readdir(join(path, 'checkpoints')), [])
})

test('what a killed process left half-written is swept aloud when the run is taken', async t => {
  const path = await fresh(t)
  await (await createRunDirectory(path, { config, versions, formulation: null })).close()
  await mkdir(join(path, 'checkpoints', 'step-000009.0123abcd.tmp'), { recursive: true })
  await writeFile(join(path, 'episodes', 'iteration-000009.parquet.0123abcd.tmp'), '')
  const warnings: string[] = []
  const run = await openRunDirectory(path, text => warnings.push(text))
  t.deepEqual(await readdir(join(path, 'checkpoints')), [])
  t.deepEqual(await readdir(join(path, 'episodes')), [])
  t.is(warnings.length, 2)
  t.regex(warnings.join(), /removed .*step-000009\.0123abcd\.tmp: the run was cut off in the middle of it/)
  await run.close()
})

test('only what the disk says becomes a DiskError', async t => {
  await t.throwsAsync(
    onDisk('x', () => Promise.reject(new TypeError('ours'))),
    { instanceOf: TypeError },
  )
})
