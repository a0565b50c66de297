import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import coding from '../../environments/coding/index.ts'
import { desk } from '../../environments/desk/index.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { axisOver } from '../../src/report/chart/axis.ts'
import { html } from '../../src/text/html.ts'
import { exampleEpisode } from '../../src/report/panels/report-data.ts'
import { lineChart } from '../../src/report/chart/line-chart.ts'
import { smoothedSeries } from '../../src/report/chart/smoothed-series.ts'
import { acceptedChains } from '../../src/report/panels/tasks-panel.ts'
import { writeReport } from '../../src/report/write-report.ts'
import { createRunDirectory, openRunDirectory } from '../../src/run/directory/run-directory.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import type { Summary } from '../../src/run/events/events.ts'
import { fixtureMeasures, episodeOf, lineageFixture, metricsOf, summaryOf, writeFixtureRun } from './report-fixture.ts'
import { writeDeskRun } from './desk-fixture.ts'
import { programTask, writeProgramRun } from './program-fixture.ts'

const fresh = async (t: ExecutionContext) => join(await temporaryFolder(t), 'run')

test('an axis holds its values, between round marks in order', t => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(values, fc.integer({ min: 2, max: 8 }), (given, most) => {
      const { low, high, ticks } = axisOver(given, most)
      const slack = 1e-6 * (high - low)
      t.true(given.every(value => value >= low - slack && value <= high + slack))
      t.true(ticks.every((tick, index) => index === 0 || tick > (ticks[index - 1] ?? tick)))
      t.true(ticks.length <= most + 1)
      t.is(ticks[0], low)
      t.is(ticks.at(-1), high)
    }),
  )
  t.deepEqual(axisOver([0.37, 0.61]).ticks, [0.3, 0.4, 0.5, 0.6, 0.7])
})

test('text goes into HTML escaped, whatever it is', t => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const inside = html`<p>${text}</p>`.text.slice(3, -4)
      t.notRegex(inside, /[<>"']|&(?!#\d+;)/)
      t.is(
        inside.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
        text,
      )
    }),
  )
  t.is(html`${[html`<b>${1}</b>`, 'a<b']}${null}`.text, '<b>1</b>a&#60;b')
})

test('a smoothed series has a point for each, a line stays as it is, and the measured series is behind it', t => {
  const odd = fc.integer({ min: 0, max: 4 }).map(half => 2 * half + 1)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), odd, fc.integer({ min: -9, max: 9 }), (length, window, slope) => {
      const points = Array.from({ length }, (_, x) => ({ x, y: slope * x }))
      const [raw, shown] = smoothedSeries({ name: 's', colour: 1, points }, window)
      t.deepEqual([raw?.look, raw?.points], ['ghost', points])
      t.deepEqual(
        shown?.points.map(({ x, y }) => ({ x, y: Math.round(1e6 * y) / 1e6 + 0 })),
        points.map(({ x, y }) => ({ x, y: y + 0 })),
      )
    }),
  )
})

test('a chart never draws what is not a number, and says when there is nothing', t => {
  const point = fc.record({ x: fc.nat(1000), y: fc.double({ min: -1e3, max: 1e3, noNaN: true }) })
  const draw = (points: { x: number; y: number }[]) =>
    lineChart({ title: 't', note: 'n', format: String, series: [{ name: 's', colour: 1, points, look: 'dots' }] }).text
  fc.assert(
    fc.property(fc.array(point, { minLength: 1 }), points => t.notRegex(draw(points), /NaN|Infinity|undefined/)),
  )
  t.regex(draw([]), /nothing measured/)
})

test('the example is the first voted on and trained episode, whole and in order', t => {
  const plain = episodeOf(1, false).map(row => ({ ...row, episode: 'train/1/0/0', verdicts: [] }))
  t.deepEqual(exampleEpisode([...plain, ...episodeOf(1, true)]), episodeOf(1, true))
  t.deepEqual(exampleEpisode(plain), plain)
  t.is(exampleEpisode([]), null)
})

test('chains hold the root and what was accepted, the longest first', t => {
  t.deepEqual(
    acceptedChains(lineageFixture).map(({ slot, versions }) => [slot, versions.map(({ version }) => version)]),
    [
      [1, [0, 1, 2]],
      [3, [0, 1]],
    ],
  )
})

test('the page needs no network and no script, and holds every part', async t => {
  const path = await fresh(t)
  await writeFixtureRun(path)
  const page = await readFile(await writeReport(path), 'utf8')
  t.notRegex(page, /https?:|<script|<link|@import|src=|url\(/)
  t.notRegex(page, /NaN|undefined|\[object/)
  for (const part of ['Policy', 'Reward model', 'Tasks', 'Lineage', 'Before', 'After', 'Time', 'Configuration'])
    t.true(page.includes(part), part)
  for (const text of ['show-target', 'one cabinet fewer to search', '&#60;plate&#62; 2', 'prefers-color-scheme'])
    t.true(page.includes(text), text)
  t.regex(page, /59\.0 %<span class="error"> ± 3\.1/)
  t.true(page.includes(html`http-equiv="Content-Security-Policy" content="${"default-src 'none'; "}`.text))
})

test('a difference has its error, and colour only beyond two of them', async t => {
  const path = await fresh(t)
  await writeFixtureRun(path)
  const page = await readFile(await writeReport(path), 'utf8')
  t.regex(page, /class="change better">\+21\.9<span class="error"> ± 2\.6/)
  for (const [, tone, value, error] of page.matchAll(changes))
    t.is(tone, Math.abs(number(value)) > 2 * Number(error) ? (number(value) < 0 ? 'worse' : 'better') : '', value)
  t.true([...page.matchAll(changes)].some(([, tone]) => tone === ''))
  t.notRegex(page, /cannot be told from chance/)
})

test('where no outcomes of single tasks were kept, a difference has neither error nor colour', async t => {
  const path = await fresh(t)
  const older = ({ ratios: _, ...summary }: Summary): Summary => ({
    ...summary,
    evaluations: summary.evaluations.map(({ wins: _, ...success }) => success),
  })
  await writeFixtureRun(path, { before: older(summaryOf(0)), after: older(summaryOf(60)) })
  const page = await readFile(await writeReport(path), 'utf8')
  t.regex(page, /class="change ">\+21\.9<\/i>/)
  t.notRegex(page, /class="change (better|worse)/)
  t.regex(page, /A difference without ± has no error/)
})

/** Tone, difference and error. */
const changes = /class="change (\w*)">([+−]?[\d.]+)<span class="error"> ± ([\d.]+)/g
const number = (text: string | undefined): number => Number(text?.replace('−', '-'))

test('of a run with unit tests the page shows Code, UT and Detect, and a program with its tests', async t => {
  const path = await fresh(t)
  await writeProgramRun(path)
  const page = await readFile(await writeReport(path), 'utf8')
  t.notRegex(page, /NaN|undefined|\[object/)
  const cards = [...page.matchAll(/class="card">[^]*?<span>([^<]+)<\/span>/g)].map(match => match[1])
  t.deepEqual(cards, [
    'success, seen, temperature 0.8',
    'success, unseen, temperature 0.8',
    'UT',
    'Detect',
    'tasks accepted',
  ])
  t.regex(page, /<code>xs = xs\[: 2 \]<\/code>/)
  t.regex(page, /1 -&#62; &#60;1&#62;/)
  t.regex(page, /lost, 63 %/)
  t.true(page.includes(html`<small>${coding().describe(programTask)}</small>`.text))
  t.notRegex(page, /Accuracy on fixed episodes|Verdicts are|step signal/)
})

test('of a change that asks for something else the page says what', async t => {
  const path = await fresh(t)
  await writeDeskRun(path)
  const world = desk()
  const other = world.generate('train', randomFrom(rootKey(2)))
  const count = { successes: 1, trials: 8 }
  const place = { iteration: 1, slot: 1, version: 1 }
  const run = await openRunDirectory(path)
  const made = { parent: 0, direction: 'easier', proposer: 'adapter', edit: 'switch', reason: 'Another one.' } as const
  await run.appendLineage([
    { kind: 'proposed', ...place, task: other, baseline: count, ...made },
    { kind: 'decided', ...place, rule: 'paper', accepted: true, current: count, proposed: count },
    { kind: 'proposed', ...place, version: 2, task: other, baseline: count, ...made, parent: 1 },
    { kind: 'decided', ...place, version: 2, rule: 'paper', accepted: true, current: count, proposed: count },
  ])
  await run.close()
  const page = await readFile(await writeReport(path), 'utf8')
  const told = html`<small>Another one.</small><small>${world.describe(other)}</small>`.text
  t.is(page.split(told).length, 2)
})

test('a run that has just begun, and one without a reward model, have a report too', async t => {
  const path = await fresh(t)
  const run = await createRunDirectory(path, {
    config: parseRunConfig({}),
    versions: {},
    formulation: null,
    measures: fixtureMeasures,
  })
  t.regex(await readFile(await writeReport(path), 'utf8'), /Nothing has been measured yet/)
  await run.appendMetrics({ ...metricsOf(1), measures: { 'reward-model.mu': null } })
  t.notRegex(await readFile(await writeReport(path), 'utf8'), /<h2>Reward model/)
  await run.close()
})
