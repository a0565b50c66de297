/**
 * How does a run learn? Usage: node dist/benches/figures/run-figure.js FILE RUN
 * Draws the measured success on seen and unseen tasks along the iterations; nothing is run.
 */
import { plot } from '../../src/report/chart/plot.ts'
import type { Series } from '../../src/report/chart/series.ts'
import { writing } from '../../src/report/chart/writing.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { benchmark } from '../command-line.ts'
import { writeFigure } from './write-figure.ts'

const figure = benchmark(
  'node dist/benches/figures/run-figure.js',
  'Measured success of a run along its iterations, as an SVG.',
)
  .argument('<file>', 'of the figure')
  .argument('<run>', 'folder of the run')
  .parse()
const [file = '', directory = ''] = figure.args

const run = await readRunDirectory(directory)
const begun = await run.readSummary()
const temperature = Math.max(...run.config.evaluation.temperatures)
const measured = [{ iteration: 0, evaluations: begun?.before.evaluations ?? [] }, ...(await run.readMetrics())]
const series = (['unseen', 'seen'] as const).map((split, index): Series => ({
  name: `${split} tasks`,
  colour: index === 0 ? 1 : 4,
  look: 'dots',
  labelled: true,
  points: measured.flatMap(({ iteration, evaluations }) =>
    evaluations
      .filter(each => each.split === split && each.temperature === temperature)
      .map(({ rate }) => ({ x: iteration, y: rate })),
  ),
}))
const title = `Share of tasks solved, temperature ${temperature}`
const along = { format: String, at: (x: number) => `iteration ${x}`, name: 'iteration' }
const { tick: format, value: precise } = writing.percent
await writeFigure(file, plot({ title, series, format, precise, along, include: [0], size: 'wide' }))
