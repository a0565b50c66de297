/** A run in the forms that other programs read. */
import { join } from 'node:path'
import { filledFolder } from '../files/new-folder.ts'
import { noEpisodes } from '../run/directory/records/run-directory-error.ts'
import { readRunDirectory } from '../run/directory/run-directory.ts'

export type ExportForm = 'tensorboard' | 'csv' | 'parquet' | 'atif'

export interface ExportOptions {
  /** The run's folder; one that is still written can be exported, as far as it has come. */
  readonly directory: string
  readonly to: ExportForm
  /** A new or empty folder; left out, `export/FORM` in the run's. */
  readonly out?: string
  /** Whose episodes are written, both included; left out, all. */
  readonly iterations?: { readonly first: number; readonly last: number }
  /** Of CSV: texts stay as they are, also those that spreadsheets take for formulas; `false`. */
  readonly rawCells?: boolean
}

/**
 * @returns the folder.
 * @throws {RunDirectoryError} if there is no run, or it is damaged. @throws {RangeError} if the folder has something in it.
 */
export async function exportRun(options: ExportOptions): Promise<string> {
  const { directory, to, out = join(directory, 'export', to), rawCells = false } = options
  const { first, last } = options.iterations ?? { first: 1, last: Infinity }
  const run = await readRunDirectory(directory)
  const kept = await run.episodeIterations()
  const chosen = kept.filter(each => each >= first && each <= last)
  if (chosen.length === 0 && (options.iterations !== undefined || to === 'atif'))
    throw noEpisodes(directory, options.iterations === undefined ? 'any iteration' : named({ first, last }), kept)
  const episodes = { iterations: chosen, read: (iteration: number) => run.readEpisodes(iteration) }
  await filledFolder(out, async folder => {
    switch (to) {
      case 'tensorboard':
        return (await import('./tensorboard/write-events.ts')).writeEvents(run, folder)
      case 'csv':
        return (await import('./tables/write-csv.ts')).writeCsv(run, episodes, folder, rawCells)
      case 'parquet':
        return (await import('./tables/write-parquet.ts')).writeParquet(run, episodes, folder)
      case 'atif':
        return (await import('./contents/write-trajectories.ts')).writeTrajectories(run, episodes, folder)
    }
  })
  return out
}

const named = ({ first, last }: NonNullable<ExportOptions['iterations']>): string =>
  first === last ? `iteration ${first}` : `iterations ${first}–${last}`
