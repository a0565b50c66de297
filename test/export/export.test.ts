/** A run exported: what was written is read back. Real readers do the same in test/peers. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import test from 'ava'
import fc from 'fast-check'
import { crc32c, maskedCrc32c } from '../../src/export/tensorboard/crc32c.ts'
import { exportRun } from '../../src/export/export-run.ts'
import { scalarsRecord } from '../../src/export/tensorboard/events.ts'
import { createEventWriter } from '../../src/export/tensorboard/event-writer.ts'
import { iterationScalars, summaryScalars } from '../../src/export/contents/scalars.ts'
import { csvLine } from '../../src/export/tables/csv-line.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { commandLine } from '../cli/command-line.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { metricsOf, summaryOf } from '../run/report-fixture.ts'
import { fixtureRun, iterations } from './fixture-run.ts'
import { readEvents, type ReadEvent } from './read-events.ts'
import { anyText } from '../fixtures/any-text.ts'

test('the numbers of an iteration have names in groups, and what was not measured has none', t => {
  const scalars = iterationScalars(metricsOf(20))
  t.is(scalars.get('policy/kl'), metricsOf(20).models.policy.kl ?? NaN)
  t.is(scalars.get('policy/dropped/no-contrast'), 260)
  t.is(scalars.get('training/success'), metricsOf(20).success)
  t.is(scalars.get('reward-model/mu'), metricsOf(20).measures['reward-model.mu'] ?? NaN)
  t.is(scalars.get('device/policy/sample/tokens'), 16_000)
  t.true(scalars.has('evaluation/unseen/greedy') && scalars.has('evaluation/seen/0.8'))
  t.false(scalars.has('policy/meanRatio'))
  t.true([...scalars].every(([name, value]) => name.includes('/') && Number.isFinite(value)))
  t.false([...scalars.keys()].some(name => name.includes('ratios') || name.includes('queue')))
  t.true([...summaryScalars(summaryOf(0)).keys()].every(name => /^(evaluation|probe)\//.test(name)))
})

test('of held-out tasks there are success, pass@k, mean@k and the answers cut off, where they were measured', t => {
  const evaluations = [
    { split: 'seen', temperature: 0, tasks: 8, rate: 0.5 },
    {
      split: 'unseen',
      temperature: 0.8,
      tasks: 8,
      rate: 0.25,
      pass: { k: 4, rate: 0.75, mean: 0.3125 },
      truncated: 0.125,
    },
  ]
  const wanted = {
    'evaluation/seen/greedy': 0.5,
    'evaluation/unseen/0.8': 0.25,
    'evaluation/unseen/0.8/pass@4': 0.75,
    'evaluation/unseen/0.8/mean@4': 0.3125,
    'evaluation/unseen/0.8/truncated': 0.125,
  }
  t.deepEqual(Object.fromEntries(summaryScalars({ iteration: 0, evaluations, measures: {} })), wanted)
  const line = iterationScalars({ ...metricsOf(1), evaluations })
  t.like(Object.fromEntries(line), wanted)
})

test('the checksum is that of RFC 3720 and of TensorFlow', t => {
  const digits = new TextEncoder().encode('123456789')
  t.is(crc32c(digits), 0xe3069283)
  t.is(maskedCrc32c(digits), 0xc78ab0e5)
  t.is(crc32c(new Uint8Array(32)), 0x8a9136aa)
})

test('every number is written as the nearest float32, also one that is beyond all of them', t => {
  fc.assert(
    fc.property(fc.double(), value => {
      const [event] = readEvents(scalarsRecord({ wallTime: 1, step: 2 }, new Map([['policy/kl', value]])))
      t.is(event?.scalars.get('policy/kl'), Math.fround(value))
    }),
    { examples: [[1e39], [-1e39]] },
  )
})

test('events of a whole run: every number at its step, in float32', async t => {
  const run = await fixtureRun(await temporaryFolder(t))
  const folder = await exportRun({ directory: run, to: 'tensorboard' })
  const [name = '', ...others] = await readdir(folder)
  t.is(others.length, 0)
  t.regex(name, /^events\.out\.tfevents\.\d+\./)
  const events = readEvents(await readFile(join(folder, name)))
  t.is(events[0]?.version, 'brain.Event:2')
  const told = events.filter(({ scalars }) => scalars.size > 0)
  t.deepEqual(
    told.map(({ step }) => step),
    Array.from({ length: iterations + 1 }, (_, step) => step),
  )
  for (const { step, scalars } of told) {
    const wanted = step === 0 ? summaryScalars(summaryOf(0)) : iterationScalars(metricsOf(step))
    const rounded = [...wanted].map(([tag, value]): [string, number] => [tag, Math.fround(value)])
    t.deepEqual(Object.fromEntries(scalars), Object.fromEntries(rounded))
  }
  t.true(told.every(({ wallTime }, place) => place === 0 || wallTime >= (told[place - 1]?.wallTime ?? 0)))
  t.deepEqual(events.flatMap(({ plugins }) => plugins).sort(), ['hparams', 'text'])
})

test('events are written while a run goes on, and into another file once it is resumed', async t => {
  const directory = await fixtureRun(await temporaryFolder(t))
  const warnings: string[] = []
  let nowMs = 1_700_000_000_000
  const first = createEventWriter(
    () => (nowMs += 1000),
    text => void warnings.push(text),
  )
  first.take({ kind: 'started', directory, resumedFrom: null, totalIterations: 3, measures: [] })
  first.take({ kind: 'measured', before: summaryOf(0) })
  for (const iteration of [1, 2, 3])
    first.take({ kind: 'iteration', metrics: metricsOf(iteration), totalIterations: 3, remainingMs: null })
  await first.idle()
  const second = createEventWriter(
    () => (nowMs += 1000),
    text => void warnings.push(text),
  )
  second.take({ kind: 'started', directory, resumedFrom: 1, totalIterations: 3, measures: [] })
  for (const iteration of [2, 3])
    second.take({ kind: 'iteration', metrics: metricsOf(iteration), totalIterations: 3, remainingMs: null })
  await second.idle()
  const folder = join(directory, 'tensorboard')
  const files = (await readdir(folder)).sort()
  const events = await Promise.all(files.map(async name => readEvents(await readFile(join(folder, name)))))
  const stepsOf = (isOne: (event: ReadEvent) => boolean) =>
    events.map(each => each.filter(isOne).map(({ step }) => step))
  t.deepEqual(
    stepsOf(({ scalars }) => scalars.size > 0),
    [
      [0, 1, 2, 3],
      [2, 3],
    ],
  )
  /* TensorBoard drops of earlier files the steps from there on. */
  t.deepEqual(
    stepsOf(({ session }) => session === 1),
    [[0], [2]],
  )
  t.true(events.every(([version, session]) => version?.version !== '' && session?.session === 1))
  t.deepEqual(warnings, [])
  /* The run itself does not mind the folder. */
  t.is((await (await readRunDirectory(directory)).readMetrics()).length, iterations)
})

test('a folder that cannot be written to is told of once', async t => {
  const directory = await fixtureRun(await temporaryFolder(t))
  await writeFile(join(directory, 'tensorboard'), 'in the way')
  const warnings: string[] = []
  const writer = createEventWriter(
    () => 0,
    text => void warnings.push(text),
  )
  writer.take({ kind: 'started', directory, resumedFrom: null, totalIterations: 3, measures: [] })
  writer.take({ kind: 'measured', before: summaryOf(0) })
  await writer.idle()
  t.is(warnings.length, 1)
  t.regex(warnings[0] ?? '', /^no more events are written for TensorBoard: /)
})

test('a line of CSV is read back by the rules of RFC 4180', t => {
  t.is(
    csvLine([1, 'a', 'b,c', 'say "x"', 'two\nlines', '', null, true]),
    '1,a,"b,c","say ""x""","two\nlines","",,true\r\n',
  )
  fc.assert(
    fc.property(fc.array(anyText(), { minLength: 1 }), fields => {
      t.deepEqual(parsedLine(csvLine(fields, true)), fields)
    }),
  )
})

/** Fields of one line; quotes doubled. */
function parsedLine(line: string): readonly string[] {
  const fields: string[] = []
  for (let at = 0; at < line.length - 2 || (at === line.length - 2 && fields.length === 0);) {
    const [whole = '', quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(?:,|\r\n$)/.exec(line.slice(at)) ?? []
    fields.push(quoted?.replaceAll('""', '"') ?? plain)
    at += whole.length
  }
  return fields
}

test('metrics and steps as CSV and as Parquet: a row an iteration, a row a step', async t => {
  const directory = await fixtureRun(await temporaryFolder(t))
  const csv = await exportRun({ directory, to: 'csv' })
  const metrics = (await readFile(join(csv, 'metrics.csv'), 'utf8')).trimEnd().split('\r\n')
  t.is(metrics.length, iterations + 2)
  t.regex(metrics[0] ?? '', /^iteration,evaluation\/seen\/0\.8,/)
  const run = await readRunDirectory(directory)
  const wanted = (await Promise.all((await run.episodeIterations()).map(each => run.readEpisodes(each)))).flat()
  t.is((await readFile(join(csv, 'episodes.csv'), 'utf8')).split('\r\n').length, wanted.length + 2)

  const parquet = await exportRun({ directory, to: 'parquet' })
  const read = async (name: string) => {
    const bytes = await readFile(join(parquet, name))
    return parquetReadObjects({ file: new Uint8Array(bytes).buffer })
  }
  t.deepEqual(await read('episodes.parquet'), wanted as never)
  const rows = await read('metrics.parquet')
  t.deepEqual(
    rows.map(row => row['iteration']),
    Array.from({ length: iterations + 1 }, (_, n) => n),
  )
  t.is(rows[3]?.['policy/kl'], metricsOf(3).models.policy.kl)
  t.is(rows[3]?.['evaluation/seen/0.8'], null)
})

test('episodes as trajectories: the opening, then each action with its observation', async t => {
  const directory = await fixtureRun(await temporaryFolder(t))
  const folder = await exportRun({ directory, to: 'atif', iterations: { first: 6, last: 11 } })
  t.deepEqual((await readdir(folder)).sort(), ['iteration-000006.jsonl', 'iteration-000011.jsonl'])
  const lines = (await readFile(join(folder, 'iteration-000006.jsonl'), 'utf8')).trimEnd().split('\n')
  const rows = await (await readRunDirectory(directory)).readEpisodes(6)
  t.is(lines.length, new Set(rows.map(({ episode }) => episode)).size)
  const { steps, ...rest } = JSON.parse(lines[0] ?? '') as { readonly steps: readonly object[] }
  const own = rows.filter(({ episode }) => episode === rows[0]?.episode)
  t.like(rest, {
    ...{ schema_version: 'ATIF-v1.7', session_id: 'made-up', trajectory_id: `made-up/${rows[0]?.episode}` },
    agent: { name: 'rlanything', version: '0.1.0', model_name: 'policy' },
    final_metrics: { total_steps: own.length + 1, extra: { won: rows[0]?.won } },
  })
  t.deepEqual(steps[0], { step_id: 1, source: 'user', message: rows[0]?.opening })
  t.like(steps[1], { step_id: 2, source: 'agent', message: rows[0]?.action })
  t.is(steps.length, own.length + 1)
})

test('the command says where it has written, and overwrites nothing', async t => {
  const directory = await fixtureRun(await temporaryFolder(t))
  const { code, printed } = await commandLine(['export', directory, '--to', 'csv'])
  t.deepEqual([code, printed], [0, join(directory, 'export', 'csv')])
  const again = await commandLine(['export', directory, '--to', 'csv'])
  t.is(again.code, 2)
  t.regex(again.errors, /is not empty: name a new folder/)
  t.is((await commandLine(['export', directory, '--to', 'wandb'])).code, 2)
  t.is((await commandLine(['export', directory])).code, 2)
  const none = await commandLine(['export', directory, '--to', 'atif', '--iterations', '7-9'])
  t.deepEqual(
    [none.code, none.errors],
    [2, `error: ${directory} has no episodes of iterations 7–9, it has those of 1 to 21`],
  )
  const { errors } = await commandLine(['export', directory, '--to', 'atif', '--iterations', '7'])
  t.is(errors, `error: ${directory} has no episodes of iteration 7, it has those of 1 to 21`)
  const nowhere = await commandLine(['export', join(directory, 'nowhere'), '--to', 'csv'])
  t.is(nowhere.code, 2)
})
