/**
 * How does a measure of an experiment go along the iterations, arm by arm?
 * Usage: node dist/benches/figures/experiment-figure.js --help
 * Draws the mean over the seeds of each arm, with a band of one standard error on either side; nothing is run.
 */
import type { MeasuredRun } from '../../src/experiment/results/measured-run.ts'
import { readExperiment, readPlan } from '../../src/experiment/index.ts'
import { groupBy } from '../../src/math/group-by.ts'
import { mean } from '../../src/math/statistics.ts'
import { plot } from '../../src/report/chart/plot.ts'
import { scaledAxis } from '../../src/report/experiment/look/along.ts'
import { armSeries } from '../../src/report/experiment/look/arm-curve.ts'
import { armLooks } from '../../src/report/experiment/look/arm-look.ts'
import { measureWords } from '../../src/report/experiment/look/measure-words.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { lineValue } from '../../src/run/measures/line-value.ts'
import { benchmark, numeric } from '../command-line.ts'
import { writeFigure } from './write-figure.ts'

const figure = benchmark(
  'node dist/benches/figures/experiment-figure.js',
  'A measure of the arms of an experiment along the iterations, as an SVG.',
)
  .argument('<file>', 'of the figure')
  .argument('<plan>', 'file of the plan')
  .argument('<directory>', 'folder of the experiment')
  .option('--measure <measure>', 'as in a plan', 'success unseen 0.8')
  .option('--arms <list>', 'only these arms, e.g. outcome,full', text => text.split(','))
  .addOption(
    numeric('--window <n>', 'iterations of a point, instead of a point an evaluation', { least: 1, whole: true }),
  )
  .parse()
const [file = '', plan = '', directory = ''] = figure.args
const { measure, arms: shown, window } = figure.opts<{ measure: string; arms?: readonly string[]; window?: number }>()

const whole = await readExperiment({ ...(await readPlan(plan)), measures: [measure], comparisons: [] }, directory)
const unknown = (shown ?? []).find(name => !whole.arms.some(arm => arm.name === name))
if (unknown !== undefined)
  figure.error(`--arms must be of ${whole.arms.map(({ name }) => name).join(', ')}, got ${unknown}`)
const result = { ...whole, arms: whole.arms.filter(({ name }) => shown?.includes(name) ?? true) }
const looks = await Promise.all(
  armLooks(result).map(async arm => ({ ...arm, runs: await Promise.all(arm.runs.map(run => drawn(run))) })),
)
const points = looks.flatMap(({ runs }) => runs).flatMap(run => run.points)
const along = scaledAxis({ key: 'iteration', title: 'Iteration' }, points)
const { title, tick, value } = measureWords(result)(measure)
const series = looks.flatMap(arm => armSeries(arm, measure, along)).filter(({ labelled }) => labelled === true)
if (series.length === 0) figure.error(`nothing was measured of ${measure} in ${directory}`)
await writeFigure(file, plot({ title, series, format: tick, precise: value, along, size: 'wide' }))

async function drawn(run: MeasuredRun): Promise<MeasuredRun> {
  if (window === undefined) return run
  const isEvaluated = whole.described[measure]?.of === 'evaluation'
  const lines = isEvaluated ? [] : await (await readRunDirectory(run.directory)).readMetrics()
  const found = isEvaluated
    ? run.points.map(({ iteration, values }) => ({ iteration, value: values[measure] ?? null }))
    : lines.map(line => ({ iteration: line.iteration, value: lineValue(line, measure) }))
  const windows = groupBy(found, ({ iteration }) => Math.ceil(iteration / window) * window)
  return {
    ...run,
    points: [...windows].map(([iteration, own]) => {
      const values = own.flatMap(each => each.value ?? [])
      const spent = { episodes: 0, tokens: 0, seconds: 0 }
      return { ...spent, iteration, values: { [measure]: values.length === 0 ? null : mean(values) }, wins: {} }
    }),
  }
}
