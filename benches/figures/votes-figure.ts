/**
 * Which kinds of step does the reward model of a run tell apart, and does training it change that?
 * Usage: node dist/benches/figures/votes-figure.js --help
 * Draws the mean vote by the expert's reason over the iterations; of several runs, usually seeds of one arm, the mean over their steps.
 */
import { nth } from '../../src/math/nth.ts'
import { plot } from '../../src/report/chart/plot.ts'
import type { ArmColour, Series } from '../../src/report/chart/series.ts'
import { labelledSteps, verdictsByReason, type StepVerdicts } from '../../src/reward/verdicts/verdicts-by-reason.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { benchmark, numeric } from '../command-line.ts'
import { writeFigure } from './write-figure.ts'

const colours: readonly ArmColour[] = ['a1', 'a6', 'a3', 'a2', 'a4', 'a5', 'a8', 'a7']

const figure = benchmark(
  'node dist/benches/figures/votes-figure.js',
  "The reward model's mean vote by the expert's reason over the iterations of a run, as an SVG.",
)
  .argument('<file>', 'of the figure')
  .argument('<runs...>', 'run directories, of several the mean over their steps')
  .addOption(numeric('--every <n>', 'iterations that make a point', { least: 1, whole: true, usual: 10 }))
  .parse()
const [file = '', ...directories] = figure.args
const { every } = figure.opts<{ every: number }>()

/** By the number of the point, from 0. */
const steps: StepVerdicts[][] = []
for (const directory of directories) {
  const run = await readRunDirectory(directory)
  for (const iteration of await run.episodeIterations()) {
    const own = labelledSteps(await run.readEpisodes(iteration), directory)
    pointOf(Math.floor((iteration - 1) / every)).push(...own)
  }
}

/** Also of points between that nothing is there of, such as after a rewind. */
function pointOf(index: number): StepVerdicts[] {
  while (steps.length <= index) steps.push([])
  return nth(steps, index)
}

const points = Array.from(steps, own => verdictsByReason(own))
const series = verdictsByReason(steps.flat()).map(({ good, reason }, index): Series => ({
  name: `${good ? '+' : '−'} ${reason}`,
  colour: colours[index % colours.length]!,
  labelled: true,
  points: points.flatMap((kinds, point) => {
    const own = kinds.find(each => each.good === good && each.reason === reason)
    return own === undefined ? [] : [{ x: (point + 0.5) * every, y: own.meanVerdict }]
  }),
}))
await writeFigure(
  file,
  plot({
    title: 'mean vote of the reward model by the expert’s reason',
    series,
    format: y => y.toFixed(2).replace('-', '−'),
    include: [-1, 1],
    size: 'wide',
    along: { format: String, at: x => `about iteration ${x}`, name: 'iteration' },
  }),
)
