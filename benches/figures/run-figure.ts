/**
 * How does a run learn?
 * Usage: node dist/benches/figures/run-figure.js --help
 * Draws the measured success on seen and unseen tasks along the iterations, or measures of each, with the alarm; nothing is run.
 */
import { plot } from '../../src/report/chart/plot.ts'
import { over, type Series } from '../../src/report/chart/series.ts'
import { writing } from '../../src/report/chart/writing.ts'
import { lineValue } from '../../src/run/measures/line-value.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { benchmark } from '../command-line.ts'
import { writeFigure } from './write-figure.ts'

const figure = benchmark(
  'node dist/benches/figures/run-figure.js',
  'Measured success of a run along its iterations, as an SVG.',
)
  .argument('<file>', 'of the figure')
  .argument('<run>', 'folder of the run')
  .option('--measures <list>', 'shares of each iteration instead, e.g. gold.approval,success', text => text.split(','))
  .parse()
const [file = '', directory = ''] = figure.args
const { measures } = figure.opts<{ measures?: readonly string[] }>()

const run = await readRunDirectory(directory)
const lines = await run.readMetrics()
const { title, series } = measures === undefined ? await success() : ofIterations(measures)
const along = { format: String, at: (x: number) => `iteration ${x}`, name: 'iteration' }
const { tick: format, value: precise } = writing.percent
await writeFigure(file, plot({ title, series, format, precise, along, include: [0], size: 'wide' }))

async function success() {
  const temperature = Math.max(...run.config.evaluation.temperatures)
  const begun = await run.readSummary()
  const measured = [{ iteration: 0, evaluations: begun?.before.evaluations ?? [] }, ...lines]
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
  return { title: `Share of tasks solved, temperature ${temperature}`, series }
}

function ofIterations(ids: readonly string[]) {
  const curves = ids.map((id, index): Series => {
    const points = over(lines, line => lineValue(line, id))
    return { name: id.slice(id.indexOf('.') + 1), colour: index === 0 ? 4 : 1, labelled: true, points }
  })
  const since = lines.find(line => lineValue(line, 'gold.diverged') === 1)?.iteration
  const alarm = (curves[0]?.points ?? []).filter(({ x }) => x === since)
  const marked: Series = { name: 'alarm', colour: 5, look: 'dots', labelled: true, points: alarm }
  return { title: ids.join(', '), series: alarm.length === 0 ? curves : [...curves, marked] }
}
