import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { readRecorded } from '../../src/report/recorded/read-recorded.ts'
import { recordCurve } from '../../src/report/recorded/record-curve.ts'
import type { RecordedCurve } from '../../src/report/recorded/recorded-curve.ts'
import { recordedNote, recordedSeries } from '../../src/report/recorded/recorded-series.ts'
import { writeReport } from '../../src/report/write-report.ts'
import { createRunDirectory } from '../../src/run/directory/run-directory.ts'
import { present } from '../fixtures/present.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { metricsOf, summaryOf, writeFixtureRun } from '../run/report-fixture.ts'

const refuse = (text: string): never => {
  throw new Error(text)
}

/** A world of the user's own in a folder, with the finished run of the fixture recorded beside it. */
async function recorded(t: ExecutionContext) {
  const folder = await temporaryFolder(t)
  const name = join(folder, 'world.js')
  const config = parseRunConfig({ environment: { name }, iterations: 60 })
  const run = await createRunDirectory(join(folder, 'run'), {
    config,
    versions: { rlanything: '9.9.9' },
    formulation: null,
  })
  for (const n of [20, 40, 60]) await run.appendMetrics(metricsOf(n))
  await run.writeSummary({ before: summaryOf(0), after: summaryOf(60) })
  await run.close()
  await mkdir(join(folder, 'recorded'))
  const file = join(folder, 'recorded', 'outcome.json')
  await recordCurve(join(folder, 'run'), file, 'outcome <alone>')
  return { folder, file, config, name }
}

test('a recorded run is found beside its world, with every measurement', async t => {
  const { config } = await recorded(t)
  const curve = await readRecorded(config, refuse)
  t.is(curve?.name, 'outcome <alone>')
  t.deepEqual(curve?.versions, { rlanything: '9.9.9' })
  const points = curve?.points.filter(({ split, temperature }) => split === 'unseen' && temperature === 0.8) ?? []
  const rates = [0, 20, 40, 60].map(
    n => summaryOf(n).evaluations.find(each => each.split === 'unseen' && each.temperature === 0.8)?.rate,
  )
  t.deepEqual(
    points.map(({ iteration, rate }) => [iteration, rate]),
    [0, 20, 40, 60].map((iteration, index) => [iteration, rates[index]]),
  )
})

test('it is left out where the world has other options, or the run other starters', async t => {
  const { name } = await recorded(t)
  for (const other of [
    { environment: { name, options: { rooms: 3 } } },
    { environment: { name }, starters: { policy: 'elsewhere' } },
    { environment: { name: `${name}x/world.js` } },
  ])
    t.is(await readRecorded(parseRunConfig(other), refuse), null)
})

test('a file that is no recorded run is told of, and not drawn', async t => {
  const { file, config } = await recorded(t)
  for (const [text, reason] of [
    ['{', /outcome\.json: .*JSON/],
    ['{"name": "", "points": [{"rate": 2}]}', /points\.0\.rate/],
  ] as const) {
    await writeFile(file, text)
    const warnings: string[] = []
    t.is(await readRecorded(config, warning => void warnings.push(warning)), null)
    t.is(warnings.length, 1)
    t.regex(warnings[0] ?? '', reason)
  }
})

test('only a finished run is recorded', async t => {
  const folder = await temporaryFolder(t)
  const run = await createRunDirectory(join(folder, 'run'), {
    config: parseRunConfig({}),
    versions: {},
    formulation: null,
  })
  await run.appendMetrics(metricsOf(1))
  /* As an interrupted run leaves it. */
  await run.writeSummary({ before: summaryOf(0), after: summaryOf(1) })
  await run.close()
  const error = await t.throwsAsync(recordCurve(join(folder, 'run'), join(folder, 'x.json'), 'x'), {
    instanceOf: RangeError,
  })
  t.regex(error?.message ?? '', /has come to iteration 1 of 180/)
})

test('lines end where the run is to end, and the note names settings that differ', t => {
  const point = (iteration: number) => ({ iteration, split: 'unseen', temperature: 0, tasks: 64, rate: 0.5 })
  const config = parseRunConfig({ seed: 5, feedback: { source: 'outcome' }, engine: { threads: 2 } })
  const curve: RecordedCurve = { name: 'x', versions: {}, config, points: [0, 40, 80].map(point) }
  t.deepEqual(
    recordedSeries(curve, 0, 60).map(({ name, points }) => [name, points.map(({ x }) => x)]),
    [['unseen, x (recorded)', [0, 40]]],
  )
  t.deepEqual(recordedSeries(curve, 0.8, 60), [])
  const note = recordedNote(curve, parseRunConfig({ seed: 6 }))
  t.regex(note, /seed 5 measured on 64 tasks\. Of this run's settings it differs in feedback\.source \("outcome"\)\.$/)
})

test('of an interrupted run the report goes as far as it has come, and says of which iteration its success is', async t => {
  const path = join(await temporaryFolder(t), 'run')
  const run = await createRunDirectory(path, { versions: {}, config: parseRunConfig({}), formulation: null })
  for (let iteration = 1; iteration <= 23; iteration += 1) await run.appendMetrics(metricsOf(iteration))
  await run.writeSummary({ before: summaryOf(0), after: { ...summaryOf(20), iteration: 23 } })
  await run.close()
  const page = await readFile(await writeReport(path), 'utf8')
  t.regex(page, /The run has made 23 of 180 iterations\. Success “after” is that of iteration 20\./)
  t.regex(page, /\(recorded\)/)
  t.notRegex(page, />1[0-9]0</)
})

test('of a run that measures success at no iteration the report says of none', async t => {
  const path = join(await temporaryFolder(t), 'run')
  const run = await createRunDirectory(path, {
    versions: {},
    config: parseRunConfig({ iterations: 2 }),
    formulation: null,
  })
  for (const iteration of [1, 2]) await run.appendMetrics({ ...metricsOf(iteration), evaluations: [] })
  const [before, after] = [0, 2].map(iteration => ({ ...summaryOf(iteration), evaluations: [] }))
  await run.writeSummary({ before: present(before), after: present(after) })
  await run.close()
  t.notRegex(await readFile(await writeReport(path), 'utf8'), /Success “after”/)
})

test('the household has one, and a report draws it', async t => {
  const curve = await readRecorded(parseRunConfig({}), refuse)
  t.true((curve?.points.length ?? 0) > 0)
  const path = join(await temporaryFolder(t), 'run')
  await writeFixtureRun(path)
  const page = await readFile(await writeReport(path), 'utf8')
  t.regex(page, /unseen, outcome alone \(recorded\)/)
  t.regex(page, /class="series c1 dotted/)
})
