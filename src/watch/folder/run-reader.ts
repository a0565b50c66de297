/** A page's requests about a run besides its curves, remembered until the files change. */
import { join } from 'node:path'
import { isShippedWorld } from '../../config/environment-source.ts'
import type { World } from '../../contracts/worlds/world.ts'
import type { LineageEvent } from '../../curriculum/lineage.ts'
import { tryLoadWorld } from '../../report/screens/try-load-world.ts'
import { RunDirectoryError } from '../../run/directory/records/run-directory-error.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import { iterationName } from '../../run/directory/names-in.ts'
import { readLines } from '../../run/directory/records/lines.ts'
import type { RunRecord } from '../../run/directory/run-directory.ts'
import { fileStamp } from './file-stamp.ts'
import { kept } from './kept.ts'
import type { WatchedFolder } from './watched-folder.ts'

export interface RunReader {
  readonly lineage: (run: WatchedFolder) => Promise<readonly LineageEvent<unknown>[]>
  readonly episodes: (run: WatchedFolder, iteration: number) => Promise<readonly EpisodeRow[]>
  readonly deaths: (run: WatchedFolder) => Promise<readonly unknown[]>
  /** `null` where it cannot be loaded, or does not come with the package: a page runs no code that a run names. */
  readonly world: (run: WatchedFolder) => Promise<World | null>
}

export function runReader(): RunReader {
  const lineages = kept<readonly LineageEvent<unknown>[]>(4)
  const tables = kept<readonly EpisodeRow[]>(4)
  const worlds = kept<World | null>(8)
  return {
    lineage: async run => {
      const file = join(run.directory, 'tasks.jsonl')
      return lineages.get(file, (await fileStamp(file)).stamp, () => readableRecord(run).readLineage())
    },
    episodes: async (run, iteration) => {
      const name = `${iterationName(iteration)}.parquet`
      const file = join(run.directory, 'episodes', name)
      return tables.get(file, (await fileStamp(file)).stamp, () => readableRecord(run).readEpisodes(iteration))
    },
    deaths: run => readLines(join(run.directory, 'deaths.jsonl')),
    world: async run => {
      const { environment } = readableRecord(run).config
      if (!isShippedWorld(environment.name)) return null
      return worlds.get(JSON.stringify(environment), '', () => tryLoadWorld(environment))
    },
  }
}

/** @throws {RunDirectoryError} if it cannot be read. */
export function readableRecord(run: WatchedFolder): RunRecord {
  if (run.record !== null) return run.record
  throw new RunDirectoryError(run.fault ?? `${run.directory} is not a run`)
}
