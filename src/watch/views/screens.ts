import type { World } from '../../contracts/worlds/world.ts'
import { playedVersion, type LineageEvent } from '../../curriculum/lineage.ts'
import { episodeScreens } from '../../report/screens/episode-screens.ts'
import { screenHtml } from '../../report/screens/screen-html.ts'
import { goalOf } from '../../report/screens/try-load-world.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'

interface ShownEpisodeParts {
  /** In one sentence; `null` where the world or the lineage does not tell. */
  readonly goal: string | null
  /** [T + 1] as HTML, or none. */
  readonly screens: readonly string[]
  readonly notes: readonly string[]
}

/** @param rows of one episode, in order. */
export async function shownParts(
  world: World | null,
  lineage: readonly LineageEvent<unknown>[],
  rows: readonly [EpisodeRow, ...EpisodeRow[]],
): Promise<ShownEpisodeParts> {
  const notes: string[] = []
  if (world === null) return { goal: null, screens: [], notes }
  const warn = (text: string): void => void notes.push(text)
  const screened = await episodeScreens(world, lineage, rows, { picturesIn: null, warn })
  if (screened !== null)
    return { goal: screened.goal, screens: screened.screens.map(screen => screenHtml(screen).text), notes }
  const version = playedVersion(lineage, rows[0])
  return { goal: version === null ? null : goalOf(world, version.task), screens: [], notes }
}
