import { reasonOf } from '../../contracts/failure.ts'
import type { ShownScreen } from '../../contracts/worlds/environment.ts'
import type { RecordedEpisode, World } from '../../contracts/worlds/world.ts'
import { playedVersion, type LineageEvent } from '../../curriculum/lineage.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import { keepPictures } from './keep-pictures.ts'

/** An episode of a graphical interface, to be shown. */
export interface ScreenedEpisode {
  /** [T], in order. */
  readonly rows: readonly EpisodeRow[]
  readonly goal: string
  /** [T + 1] */
  readonly screens: readonly ShownScreen[]
  /** [T + 1] addresses of their pictures, as seen from the run's folder; empty without. */
  readonly pictures: readonly string[]
}

interface ScreenOptions {
  /** Folder of the run, in which pictures of the screens are kept; `null` takes none. */
  readonly picturesIn: string | null
  /** Called with the reason, if something asked for is not to be had. */
  readonly warn: (text: string) => void
}

/**
 * @param rows of one episode, in order.
 * @returns `null` where the world has no screens, or none of this episode.
 */
export async function episodeScreens(
  world: World,
  lineage: readonly LineageEvent<unknown>[],
  rows: readonly EpisodeRow[],
  { picturesIn, warn }: ScreenOptions,
): Promise<ScreenedEpisode | null> {
  const [first] = rows
  if (first === undefined || world.screens === undefined) return null
  const version = playedVersion(lineage, first)
  if (version === null) return null
  try {
    const task = world.parseTask(version.task)
    const recorded = { task, opening: first.opening ?? '', steps: rows }
    const shown = { rows, goal: goalOf(world.describe(task), recorded.opening) }
    if (picturesIn !== null) {
      const pictured = await picturesOf(world, recorded, { run: picturesIn, episode: first.episode }, warn)
      if (pictured !== null) return { ...shown, ...pictured }
    }
    const screens = world.screens(recorded)
    return screens === null ? null : { ...shown, screens, pictures: [] }
  } catch (error) {
    warn(`the screens of ${first.episode} cannot be shown: ${reasonOf(error)}`)
    return null
  }
}

/** The task, and the first line of the opening where that tells more, as in a world whose pages make their goals. */
function goalOf(described: string, opening: string): string {
  const [told = ''] = opening.split('\n')
  return told === described || told === '' ? described : `${described}: ${told}`
}

/** Without pictures that cannot be taken. */
async function picturesOf(
  { name, screenshots }: World,
  recorded: RecordedEpisode<unknown>,
  { run, episode }: { readonly run: string; readonly episode: string },
  warn: ScreenOptions['warn'],
): Promise<Pick<ScreenedEpisode, 'screens' | 'pictures'> | null> {
  try {
    if (screenshots === undefined) throw new Error(`${name} has no pictures of its screens`)
    const screens = await screenshots(recorded, new AbortController().signal)
    return { screens, pictures: await keepPictures(run, episode, screens) }
  } catch (error) {
    warn(`no screenshots of ${episode}: ${reasonOf(error)}`)
    return null
  }
}
