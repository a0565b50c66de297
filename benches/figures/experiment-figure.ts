/**
 * How does a measure of an experiment go along the iterations, arm by arm?
 * Usage: node dist/benches/figures/experiment-figure.js --help
 * Draws the mean over the seeds of each arm, with a band of one standard error on either side; nothing is run.
 */
import { readExperiment, readPlan } from '../../src/experiment/index.ts'
import { plot } from '../../src/report/chart/plot.ts'
import { scaledAxis } from '../../src/report/experiment/look/along.ts'
import { armSeries } from '../../src/report/experiment/look/arm-curve.ts'
import { armLooks } from '../../src/report/experiment/look/arm-look.ts'
import { measureWords } from '../../src/report/experiment/look/measure-words.ts'
import { benchmark } from '../command-line.ts'
import { writeFigure } from './write-figure.ts'

const figure = benchmark(
  'node dist/benches/figures/experiment-figure.js',
  'A measure of the arms of an experiment along the iterations, as an SVG.',
)
  .argument('<file>', 'of the figure')
  .argument('<plan>', 'file of the plan')
  .argument('<directory>', 'folder of the experiment')
  .option('--measure <measure>', 'as in a plan', 'success unseen 0.8')
  .parse()
const [file = '', plan = '', directory = ''] = figure.args
const { measure } = figure.opts<{ measure: string }>()

const result = await readExperiment(await readPlan(plan), directory)
const looks = armLooks(result)
const points = looks.flatMap(({ runs }) => runs).flatMap(run => run.points)
const along = scaledAxis({ key: 'iteration', title: 'Iteration' }, points)
const { title, tick, value } = measureWords(result)(measure)
const series = looks.flatMap(arm => armSeries(arm, measure, along)).filter(({ labelled }) => labelled === true)
await writeFigure(file, plot({ title, series, format: tick, precise: value, along, size: 'wide' }))
