/** Exports, read by the programs they are for. Opt-in: scripts/prepare-export-readers.sh makes the environment that RLANYTHING_EXPORT_READERS names. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { leavesOf } from '../../src/config/tree.ts'
import { exportRun } from '../../src/export/export-run.ts'
import { iterationScalars, summaryScalars } from '../../src/export/contents/scalars.ts'
import { metricsTable } from '../../src/export/tables/metrics-table.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { fixtureRun } from '../export/fixture-run.ts'
import { metricsOf, summaryOf } from '../run/report-fixture.ts'
import { told, withPython } from './python.ts'

interface Read {
  readonly scalars: Readonly<Record<string, readonly (readonly [step: number, value: number])[]>>
  readonly rising: boolean
  readonly text: readonly string[]
  readonly settings: Readonly<Record<string, unknown>>
  readonly columns: readonly string[]
  readonly metrics: readonly (readonly (number | null)[])[]
  readonly csvColumns: readonly string[]
  readonly csvMetrics: readonly (readonly (number | null)[])[]
  readonly actions: readonly string[]
  readonly byIteration: readonly (readonly number[])[]
  readonly csvSteps: number
  readonly trajectories: readonly (readonly [steps: number, won: boolean])[]
}

withPython(
  'RLANYTHING_EXPORT_READERS',
  'tensorboard, pandas, DuckDB and Harbor read what was written',
  async (t, bin) => {
    const directory = await fixtureRun(await temporaryFolder(t))
    const folders: string[] = []
    for (const to of ['tensorboard', 'csv', 'parquet', 'atif'] as const)
      folders.push(await exportRun({ directory, to }))
    const read = (await told(bin, ['scripts/peers/read-exports.py', ...folders])) as Read
    await writeFile(join(directory, 'read.json'), JSON.stringify(read))
    const run = await readRunDirectory(directory)
    const table = await metricsTable(run)

    /* tensorboard */
    t.deepEqual(Object.keys(read.scalars).sort(), [...table.columns].sort())
    let compared = 0
    for (const [tag, points] of Object.entries(read.scalars))
      for (const [step, value] of points) {
        const known = step === 0 ? summaryScalars(summaryOf(0)) : iterationScalars(metricsOf(step))
        t.is(value, Math.fround(known.get(tag) ?? NaN), `${tag} at ${step}`)
        compared += 1
      }
    t.is(
      compared,
      table.rows.reduce((sum, { values }) => sum + values.size, 0),
    )
    t.true(read.rising)
    t.regex(read.text[0] ?? '', /^```json\n\{/)
    const settings = [...leavesOf(run.config)].filter(([, value]) => typeof value === 'number')
    for (const [name, value] of settings) t.is(read.settings[name], value, name)

    /* pandas */
    const wanted = table.rows.map(({ iteration, values }) => [
      iteration,
      ...table.columns.map(name => values.get(name) ?? null),
    ])
    for (const [columns, rows] of [
      [read.columns, read.metrics],
      [read.csvColumns, read.csvMetrics],
    ] as const) {
      t.deepEqual(columns, ['iteration', ...table.columns])
      t.deepEqual(rows, wanted)
    }
    const steps = (await Promise.all((await run.episodeIterations()).map(each => run.readEpisodes(each)))).flat()
    t.deepEqual(
      read.actions,
      steps.map(({ action }) => action),
    )

    /* DuckDB */
    t.deepEqual(
      read.byIteration,
      (await run.episodeIterations()).map(iteration => {
        const own = steps.filter(row => row.iteration === iteration)
        return [
          iteration,
          own.length,
          own.filter(({ won }) => won).length,
          own.reduce((sum, { verdicts: votes }) => sum + votes.length, 0),
        ]
      }),
    )
    t.is(read.csvSteps, steps.length)

    /* Harbor's models of ATIF */
    const episodes = [...new Set(steps.map(({ iteration, episode }) => `${iteration} ${episode}`))].map(key =>
      steps.filter(({ iteration, episode }) => `${iteration} ${episode}` === key),
    )
    t.deepEqual(
      read.trajectories,
      episodes.map(rows => [rows.length + 1, rows[0]?.won] as never),
    )
    t.log(`${compared} scalars, ${steps.length} steps, ${episodes.length} trajectories`)
  },
)
