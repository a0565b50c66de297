/** docs/metrics.md explains every number that a run shows or writes down, and shows the display as it is. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { progressTable } from '../../src/cli/display/iteration-line.ts'
import type { VerdictQuality } from '../../src/contracts/metrics.ts'
import { writeReport } from '../../src/report/write-report.ts'
import { commandLine } from '../cli/command-line.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { metricsOf, probeOf, summaryOf, writeFixtureRun } from '../run/report-fixture.ts'
import { unitTestProbeOf, writeProgramRun } from '../run/program-fixture.ts'
import { blocksOf } from './guide.ts'

const page = 'docs/metrics.md'
const table = progressTable('verdicts')
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
  const judge = (process: number, outcome: number, pPlus: number, pMinus: number): VerdictQuality => ({
    ...metricsOf(1).judge,
    ...{ process, processBalanced: process, outcome, pPlus, pMinus, mu: pPlus + pMinus },
  })
  const evaluations = (seen: number, unseen: number) =>
    Object.entries({ seen, unseen }).map(([split, rate]) => ({ split, temperature: 0.8, tasks: 256, rate }))
  const line = (
    iteration: number,
    success: number,
    quality: VerdictQuality,
    measured: ReturnType<typeof evaluations>,
  ) => {
    const { adaptation, speed } = metricsOf(iteration)
    const accepted = { ...adaptation!, acceptedHarder: 2, acceptedEasier: iteration - 15 }
    const rates = { ...speed, stepsPerSecond: 870, tokensPerSecond: 24_000 }
    const changes = { success, judge: quality, evaluations: measured, adaptation: accepted, speed: rates }
    return table.line({
      metrics: { ...metricsOf(iteration), ...changes },
      remainingMs: (41 - iteration) * 3000 - 1000,
    })
  }
  const [shown] = await blocksOf(page, '')
  t.deepEqual(shown?.trimEnd().split('\n'), [
    table.title,
    table.startLine({ ...summaryOf(0), evaluations: evaluations(0.4, 0.37), probe: judge(0.75, 0.6, 0.78, 0.5) }),
    line(19, 0.47, judge(0.76, 0.63, 0.79, 0.52), []),
    line(20, 0.51, judge(0.77, 0.62, 0.79, 0.51), evaluations(0.47, 0.44)),
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
    ...(['verdicts', 'unit-tests'] as const).flatMap(kind => progressTable(kind).title.trim().split(/\s+/)),
    ...headers.flatMap(header => header.trim().split(/\s{2,}/)),
  ]
  for (const title of ['judge A', 'passed by correct %', 'margin']) t.true(titles.includes(title), title)
  t.deepEqual(
    titles.filter(title => !known.has(title)),
    [],
  )
})

test('every key of metrics.jsonl is explained', async t => {
  const known = await explained()
  const { models, judge, adaptation, speed, ...line } = metricsOf(20)
  const [votes, tests] = [probeOf(20), unitTestProbeOf(20)]
  const parts = [judge, votes, tests, votes.tallies!, tests.tallies!, models.policy, adaptation!, speed]
  const keys = [{ models, judge, adaptation, speed, ...line }, ...parts].flatMap(Object.keys)
  t.deepEqual(
    keys.filter(key => key !== 'kind' && !known.has(key)),
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
    const [report, text] = await Promise.all([readFile(await writeReport(directory), 'utf8'), readFile(page, 'utf8')])
    const titles = [...report.matchAll(/aria-label="([^"]+)"/g)].map(match =>
      match[1]!.replace(/, (temperature .*|greedy)/, ', temperature …').replace(/^(Success|Code)/, 'Success'),
    )
    t.true(titles.length >= 10, String(titles.length))
    t.deepEqual(
      titles.filter(title => !text.includes(title)),
      [],
    )
  })
