/** docs/metrics.md explains every number that a run shows or writes down, and shows the display as it is. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { progressTable } from '../../src/cli/display/iteration-line.ts'
import { prefixed } from '../../src/contracts/measure.ts'
import { writeReport } from '../../src/report/write-report.ts'
import { commandLine } from '../cli/command-line.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { fixtureMeasures, metricsOf, summaryOf, writeFixtureRun } from '../run/report-fixture.ts'
import { programMeasures, writeProgramRun } from '../run/program-fixture.ts'
import { blocksOf } from './guide.ts'

const page = 'docs/metrics.md'
const table = progressTable(fixtureMeasures)
/** One of each kind. */
const runs = [
  { name: 'verdicts', write: writeFixtureRun, episode: 'train/1/3/0' },
  { name: 'unit tests', write: writeProgramRun, episode: 'train/60/3/0' },
] as const
/** What stands in the first column of a table, in code or not. */
const explained = async (): Promise<ReadonlySet<string>> => {
  const rows = (await readFile(page, 'utf8')).split('\n').filter(line => line.startsWith('| '))
  const cells = rows.map(line => line.split(/(?<!\\)\|/)[1]!.trim())
  return new Set(cells.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1]!)))
}

test('the progress display is shown as it is', async t => {
  const rewardModel = (prefix: string, process: number, outcome: number, pPlus: number, pMinus: number) =>
    prefixed(prefix, { process, processBalanced: process, outcome, pPlus, pMinus, mu: pPlus + pMinus })
  const evaluations = (seen: number, unseen: number) =>
    Object.entries({ seen, unseen }).map(([split, rate]) => ({ split, temperature: 0.8, tasks: 256, rate }))
  const line = (
    iteration: number,
    success: number,
    quality: Readonly<Record<string, number>>,
    measured: ReturnType<typeof evaluations>,
  ) => {
    const line = metricsOf(iteration)
    const speed = { ...line.speed, stepsPerSecond: 870, tokensPerSecond: 24_000 }
    const measures = { ...line.measures, ...quality, 'tasks.acceptedInAll': iteration - 13 }
    return table.line({
      metrics: { ...line, success, measures, evaluations: measured, speed },
      remainingMs: (41 - iteration) * 3000 - 1000,
    })
  }
  const [shown] = await blocksOf(page, '')
  t.deepEqual(shown?.trimEnd().split('\n'), [
    table.title,
    table.startLine({
      ...summaryOf(0),
      ...{ evaluations: evaluations(0.4, 0.37), measures: rewardModel('probe.', 0.75, 0.6, 0.78, 0.5) },
    }),
    line(19, 0.47, rewardModel('reward-model.', 0.76, 0.63, 0.79, 0.52), []),
    line(20, 0.51, rewardModel('reward-model.', 0.77, 0.62, 0.79, 0.51), evaluations(0.47, 0.44)),
  ])
})

test('every column of the display and of inspect is explained', async t => {
  const known = await explained()
  const printed = await Promise.all(
    runs.map(async ({ write, episode }) => {
      const directory = join(await temporaryFolder(t), 'run')
      await write(directory)
      return (await commandLine(['inspect', directory, '--episode', episode])).printed
    }),
  )
  const headers = printed.flatMap(text => text.split('\n').filter(line => /^(#|test) /.test(line.trimStart())))
  const titles = [
    ...[fixtureMeasures, programMeasures].flatMap(measures => progressTable(measures).title.trim().split(/\s+/)),
    ...headers.flatMap(header => header.trim().split(/\s{2,}/)),
  ]
  for (const title of ['observer A', 'passed by correct %', 'margin']) t.true(titles.includes(title), title)
  t.deepEqual(
    titles.filter(title => !known.has(title)),
    [],
  )
})

test('every key of metrics.jsonl is explained', async t => {
  const known = await explained()
  const { models, speed, ...line } = metricsOf(20)
  const keys = [{ models, speed, ...line }, speed].flatMap(Object.keys)
  t.deepEqual(
    keys.filter(key => !known.has(key)),
    [],
  )
  const text = await readFile(page, 'utf8')
  const inLists = [...line.evaluations, ...speed.device].flatMap(Object.keys)
  t.deepEqual(
    inLists.filter(key => !text.includes(`\`${key}\``)),
    [],
  )
})

for (const { name, write } of runs)
  test(`every chart of the report is explained: ${name}`, async t => {
    const directory = join(await temporaryFolder(t), 'run')
    await write(directory)
    const report = await readFile(await writeReport(directory), 'utf8')
    const text = (await Promise.all([page, 'docs/measures.md'].map(path => readFile(path, 'utf8'))))
      .join()
      .toLowerCase()
    const titles = [...report.matchAll(/aria-label="([^"]+)"/g)].map(match =>
      match[1]!.replace(/, (temperature .*|greedy)/, ', temperature …').replace(/^(Success|Code)/, 'Success'),
    )
    t.true(titles.length >= 10, String(titles.length))
    t.deepEqual(
      titles.filter(title => !text.includes(title.toLowerCase())),
      [],
    )
  })
