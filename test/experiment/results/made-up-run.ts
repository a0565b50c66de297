/** Runs of which only the measurements are made up; and folders of such. */
import { createRunDirectory } from '../../../src/run/directory/run-directory.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import type { MeasuredPoint, MeasuredRun } from '../../../src/experiment/results/measured-run.ts'
import { fixtureMeasures, metricsOf, summaryOf } from '../../run/report-fixture.ts'

export const unseen = 'success unseen 0.8'

/** Success on unseen tasks after iterations 0, 20 and 40, or as many as there are; each a share, or the outcomes of tasks. */
export function madeUpRun(
  arm: string,
  seed: number,
  successes: readonly (number | string)[],
  settings: object = {},
): MeasuredRun {
  return {
    name: `${arm}-${seed}`,
    directory: `runs/${arm}-${seed}`,
    arm,
    seed,
    config: parseRunConfig({ ...settings, seed, iterations: 40 }),
    formulation: null,
    extended: [],
    heldOut: {},
    instructions: ['avx2'],
    measures: fixtureMeasures,
    points: successes.map((success, index) => pointOf(20 * index, success)),
  }
}

const pointOf = (iteration: number, success: number | string): MeasuredPoint => ({
  iteration,
  episodes: 128 * iteration,
  tokens: 1000 * iteration,
  seconds: 2 * iteration,
  values: { [unseen]: typeof success === 'number' ? success : shareOfWins(success), 'tasks.acceptedInAll': iteration },
  wins: { [unseen]: typeof success === 'number' ? null : success, 'tasks.acceptedInAll': null },
})

const shareOfWins = (wins: string): number => [...wins].filter(mark => mark === '1').length / wins.length

/**
 * Writes a run of 40 iterations, measured every 20.
 *
 * @param wins outcomes of the unseen tasks, at every temperature, before the first and after the last iteration.
 */
export async function writeMadeUpRun(
  path: string,
  settings: object,
  { before, after, made = 40 }: { readonly before: string; readonly after: string; readonly made?: number },
): Promise<void> {
  const config = parseRunConfig({
    iterations: 40,
    ...settings,
    evaluation: { splits: ['unseen'], tasks: before.length, every: 20 },
  })
  const measured = (wins: string) =>
    config.evaluation.temperatures.map(temperature => ({
      split: 'unseen',
      temperature,
      tasks: wins.length,
      rate: shareOfWins(wins),
      wins,
    }))
  const run = await createRunDirectory(path, {
    ...{ versions: { rlanything: '0.1.0' }, config, formulation: null },
    measures: fixtureMeasures,
  })
  for (let n = 1; n <= made; n += 1) {
    const line = metricsOf(n)
    await run.appendMetrics({ ...line, evaluations: n % 20 === 0 ? measured(n === 40 ? after : before) : [] })
  }
  await run.writeSummary({ before: { ...summaryOf(0), evaluations: measured(before) }, after: null })
  await run.close()
}
