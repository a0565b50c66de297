/** The screens of an episode of a run, and the page that shows them. */
import { dirname, join, relative, resolve, sep } from 'node:path'
import { writeFileAtomic } from '../../files/atomic.ts'
import { episodePage } from '../../report/episode-page.ts'
import { episodeScreens, type ScreenedEpisode } from '../../report/screens/episode-screens.ts'
import { tryLoadWorld } from '../../report/screens/try-load-world.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import { onDisk } from '../../run/directory/records/run-directory-error.ts'
import type { RunRecord } from '../../run/directory/run-directory.ts'

/** @returns `null` where the world is no graphical interface or is not at hand, or does not give the episode again. */
export async function screensOf(
  run: RunRecord,
  rows: readonly EpisodeRow[],
  { screenshots, warn }: { readonly screenshots: boolean; readonly warn: (text: string) => void },
): Promise<ScreenedEpisode | null> {
  const missing = (reason: string): void => warn(`the world is not at hand: ${reason}`)
  const world = await tryLoadWorld(run.config.environment, missing)
  if (world === null) return null
  return episodeScreens(world, await run.readLineage(), rows, { picturesIn: screenshots ? run.path : null, warn })
}

/** @returns the path of the page. */
export async function writeEpisodePage(run: RunRecord, episode: ScreenedEpisode, path: string): Promise<string> {
  const fromPage = (picture: string): string =>
    relative(resolve(dirname(path)), resolve(join(run.path, picture)))
      .split(sep)
      .map(encodeURIComponent)
      .join('/')
  const page = episodePage({ ...episode, pictures: episode.pictures.map(fromPage) })
  await onDisk(path, () => writeFileAtomic(path, page))
  return path
}
