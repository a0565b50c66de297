/** The text of `inspect`. */
import { readRunDirectory, type RunRecord } from '../../run/directory/run-directory.ts'
import { RunDirectoryError, noEpisodes } from '../../run/directory/records/run-directory-error.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { holdsPrograms } from '../../run/program-lines.ts'
import { editsSummary, unchangedSummary } from '../../curriculum/edits-summary.ts'
import { deviceTable } from '../tables/device-table.ts'
import { episodeTable } from '../tables/episodes/episode-table.ts'
import { episodeList } from '../tables/episodes/episode-list.ts'
import { editsTable } from '../tables/edits-table.ts'
import { measuresTable } from '../tables/episodes/measures-table.ts'
import { programEpisode } from '../tables/episodes/program-episode.ts'
import { verdictsTable } from '../tables/episodes/verdicts-table.ts'
import { episodeScreensText } from '../screens/episode-screens-text.ts'
import type { IterationRange } from '../options/iteration-range.ts'

export interface InspectFlags {
  readonly episode?: string
  readonly device?: boolean
  readonly edits?: boolean
  readonly iteration?: number
  readonly verdicts?: readonly IterationRange[]
  readonly html?: string
  readonly screenshots?: boolean
}

export async function inspectRun(directory: string, flags: InspectFlags, showing: ShowingOptions): Promise<string> {
  const { episode, iteration, verdicts, device = false, edits = false } = flags
  if (flags.html !== undefined && episode === undefined)
    throw new RangeError('--html wants --episode, which is written to it')
  if (flags.screenshots === true && flags.html === undefined)
    throw new RangeError('--screenshots wants --html, the page to show them in')
  const run = await readRunDirectory(directory)
  if (device) return deviceTable(await metricsOf(run, iteration))
  if (edits) return editsOf(run)
  if (verdicts !== undefined) return verdictsIn(run, verdicts)
  const named = iteration ?? iterationOf(episode) ?? (await lastIteration(run))
  const rows = await run.readEpisodes(named)
  if (episode === undefined) {
    const metrics = (await run.readMetrics()).find(line => line.iteration === named)
    const measured = metrics === undefined ? [] : [measuresTable(metrics, run.measures)]
    if (metrics === undefined) showing.warn(`metrics.jsonl has no line of iteration ${named}`)
    const pictures = (await run.pictures()).filter(kept => kept.iteration === named).flatMap(({ files }) => files)
    return [episodeList(rows), ...measured, ...(pictures.length === 0 ? [] : [pictures.join('\n')])].join('\n\n')
  }
  const steps = rows.filter(row => row.episode === episode)
  if (steps.length > 0) return shownEpisode(run, steps, { ...flags, ...showing })
  const ids = [...new Set(rows.map(row => row.episode))].slice(0, 8).join(', ')
  throw new RunDirectoryError(`iteration ${named} has no episode ${episode}; it has ${ids}, …`)
}

/** A program line by line, a graphical interface screen by screen, any other episode as a table; or the page that it is written to. */
async function shownEpisode(
  run: RunRecord,
  rows: readonly EpisodeRow[],
  { html, screenshots = false, width, warn }: Pick<InspectFlags, 'html' | 'screenshots'> & ShowingOptions,
): Promise<string> {
  if (html === undefined && holdsPrograms(rows)) return programEpisode(rows)
  const { screensOf, writeEpisodePage } = await import('../screens/shown-screens.ts')
  const episode = await screensOf(run, rows, { screenshots, warn: html === undefined ? () => undefined : warn })
  if (html !== undefined) {
    if (episode === null) throw new RunDirectoryError(`${run.path} has no screens of ${rows[0]?.episode ?? 'it'}`)
    return writeEpisodePage(run, episode, html)
  }
  return episode === null ? episodeTable(rows) : episodeScreensText(episode, width)
}

interface ShowingOptions {
  /** Letters of a line. */
  readonly width: number
  readonly warn: (text: string) => void
}

async function verdictsIn(run: RunRecord, ranges: readonly IterationRange[]): Promise<string> {
  const there = await run.episodeIterations()
  const columns = []
  for (const { first, last } of ranges) {
    const name = first === last ? String(first) : `${first}–${last}`
    const rows = []
    for (const iteration of there.filter(each => each >= first && each <= last))
      rows.push(...(await run.readEpisodes(iteration)))
    if (rows.length === 0) throw noEpisodes(run.path, `iterations ${name}`, there)
    columns.push({ name, rows })
  }
  const table = verdictsTable(columns)
  if (table === '') throw new RunDirectoryError(`${run.path} has no step with both an expert's label and verdicts`)
  return table
}

async function editsOf({ path, config, readLineage }: RunRecord): Promise<string> {
  const events = await readLineage()
  const edits = editsSummary(events)
  if (edits.length === 0) throw new RunDirectoryError(`${path} has no edit of a task that was decided on`)
  return editsTable(edits, unchangedSummary(events, config))
}

/** The iteration in an episode's id, `use/iteration/slot/member`. */
function iterationOf(id: string | undefined): number | undefined {
  const iteration = Number(id?.split('/').at(-3))
  return Number.isInteger(iteration) ? iteration : undefined
}

async function metricsOf(run: RunRecord, iteration: number | undefined): Promise<IterationMetrics> {
  const lines = await run.readMetrics()
  const line = iteration === undefined ? lines.at(-1) : lines.find(each => each.iteration === iteration)
  if (line !== undefined) return line
  const [first, last] = [lines[0], lines.at(-1)]
  const which =
    first === undefined || last === undefined ? 'none at all' : `those of ${first.iteration} to ${last.iteration}`
  throw new RunDirectoryError(`${run.path} has no metrics of iteration ${iteration ?? 'any'}, it has ${which}`)
}

async function lastIteration(run: RunRecord): Promise<number> {
  const last = (await run.episodeIterations()).at(-1)
  if (last === undefined) throw new RunDirectoryError(`${run.path} has no episodes yet`)
  return last
}
