/** Everything that a report shows, read from a run. */
import { parse, relative } from 'node:path'
import type { RunConfig } from '../../config/config.ts'
import { healthLevel, type Measure } from '../../contracts/measure.ts'
import type { LineageEvent } from '../../curriculum/lineage.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import type { RunRecord, RunSummary, Versions } from '../../run/directory/run-directory.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import { gapsOf } from '../../run/directory/gaps.ts'
import { readRecorded } from '../recorded/read-recorded.ts'
import { episodeScreens, type ScreenedEpisode } from '../screens/episode-screens.ts'
import { goalOf, tryLoadWorld } from '../screens/try-load-world.ts'
import { shownEpisodes } from '../screens/shown-episodes.ts'
import type { RecordedCurve } from '../recorded/recorded-curve.ts'

export interface ReportData {
  /** The run's folder, as it was given. */
  readonly path: string
  readonly config: RunConfig
  readonly versions: Versions
  readonly metrics: readonly IterationMetrics[]
  /** Of its method. */
  readonly measures: readonly Measure[]
  /** Caveats, alarms and missing parts of the run, in sentences. */
  readonly gaps: readonly string[]
  readonly summary: RunSummary | null
  readonly lineage: readonly LineageEvent<unknown>[]
  /** The goal of a task in words; `null` where the world, or the task in it, cannot be read. */
  readonly describe: (task: unknown) => string | null
  /** Rows of one episode each, of an early and of a late iteration; `null` if missing. */
  readonly early: readonly EpisodeRow[] | null
  readonly late: readonly EpisodeRow[] | null
  /** Of a graphical interface: episodes to be shown screen by screen; empty of every other world. */
  readonly screened: readonly TitledEpisode[]
  /** Pictures of the first and of the last evaluation that has any; empty of worlds without. */
  readonly pictured: readonly PicturedEvaluation[]
  /** A run to compare it with, that goes with the world; `null` without one. */
  readonly recorded: RecordedCurve | null
}

/** An episode with its screens, under a title that says why it is shown. */
export interface TitledEpisode extends ScreenedEpisode {
  readonly title: string
}

interface PicturedEvaluation {
  readonly iteration: number
  readonly title: string
  /** Address as seen from the run's folder. */
  readonly source: string
}

export interface ReportOptions {
  /** Whether episodes that are shown are played again in a browser, for pictures of their screens; not if left out. */
  readonly screenshots?: boolean
}

export async function readReportData(run: RunRecord, { screenshots = false }: ReportOptions = {}): Promise<ReportData> {
  const metrics = await run.readMetrics()
  const gaps = [...run.caveats, ...alarmsIn(metrics, run.measures), ...(await gapsOf(run))]
  const warn = (text: string): void => void gaps.push(text)
  const iterations = await run.episodeIterations()
  const [first, last] = [iterations[0], iterations.at(-1)]
  const early = await rowsOf(run, first)
  const late = last === first ? [] : await rowsOf(run, last)
  const lineage = await run.readLineage()
  const world = await tryLoadWorld(run.config.environment, reason => {
    if (screenshots) warn(`no screenshots, for the world is not at hand: ${reason}`)
  })
  const examples = { early: exampleEpisode(early), late: exampleEpisode(late) }
  const shown = shownEpisodes(late.length === 0 ? early : late)
  const before =
    late.length === 0 || examples.early === null ? [] : [{ title: 'First iteration', rows: examples.early }]
  const screened: TitledEpisode[] = []
  for (const { title, rows } of [...before, ...shown]) {
    const episode =
      world && (await episodeScreens(world, lineage, rows, { picturesIn: screenshots ? run.path : null, warn }))
    if (episode !== null) screened.push({ ...episode, title })
  }
  return {
    path: run.path,
    config: run.config,
    versions: run.versions,
    metrics,
    measures: run.measures,
    gaps,
    summary: await run.readSummary(),
    lineage,
    describe: task => goalOf(world, task),
    ...examples,
    screened,
    pictured: await picturedIn(run),
    recorded: await readRecorded(run.config, warn),
  }
}

/** Of measures of the method that are beyond their bounds in the end. */
function alarmsIn(metrics: readonly IterationMetrics[], measures: readonly Measure[]): readonly string[] {
  return measures.flatMap(({ id, health }) => {
    if (health === undefined || health.relativeTo !== undefined) return []
    const isBeyond = (line: IterationMetrics): boolean => healthLevel(line.measures[id] ?? null, health) === 'beyond'
    const since = metrics[metrics.findLastIndex(line => !isBeyond(line)) + 1]
    return since === undefined ? [] : [`since iteration ${since.iteration} ${health.meaning}`]
  })
}

async function picturedIn(run: RunRecord): Promise<readonly PicturedEvaluation[]> {
  const kept = await run.pictures()
  return [...kept.slice(0, 1), ...kept.slice(1).slice(-1)].flatMap(({ iteration, files }) =>
    files.map(file => ({ iteration, title: parse(file).name, source: encodeURI(relative(run.path, file)) })),
  )
}

const rowsOf = async (run: RunRecord, iteration: number | undefined): Promise<readonly EpisodeRow[]> =>
  iteration === undefined ? [] : run.readEpisodes(iteration)

/**
 * The first episode that observers wrote on and that was trained on, or else simply the first: chosen by a rule and not by its looks.
 * @returns its rows in order; `null` if empty.
 */
export function exampleEpisode(rows: readonly EpisodeRow[]): readonly EpisodeRow[] | null {
  const telling =
    rows.find(row => row.verdicts.length + row.tests.length > 0 && row.advantage !== null && row.advantage !== 0) ??
    rows[0]
  if (telling === undefined) return null
  return rows.filter(row => row.episode === telling.episode)
}
