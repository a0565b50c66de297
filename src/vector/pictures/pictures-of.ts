/** Episodes of vector worlds as pictures: paths on the world's map, films of the pictures that it sees. */
import { endings } from '../../contracts/worlds/vector-world.ts'
import type { VectorLayout, VectorRows } from '../../contracts/worlds/vector-rows.ts'
import { firstEpisodes, type FirstEpisode } from '../first-episodes.ts'
import { pathPicture } from './path-picture.ts'
import type { Picture, ShownRows } from './picture.ts'

/** Films of a play: those of its first worlds. */
const films = 3

/** @returns none of a world that has neither a map nor pictures. */
export async function picturesOf(
  { map, image, observationSize }: VectorLayout,
  shown: readonly ShownRows[],
): Promise<readonly Picture[]> {
  const pictures: Picture[] = []
  for (const { title, rows } of shown) {
    const episodes = firstEpisodes(rows).map(episode => ({
      observations: seenIn(rows, observationSize, episode),
      reached: episode.ending === endings.terminal,
    }))
    if (map !== undefined) {
      pictures.push({ name: `${title}.svg`, bytes: new TextEncoder().encode(pathPicture(map, episodes).text) })
    } else if (image !== undefined) {
      /* Late: few worlds have pictures. */
      const { filmPicture } = await import('./film-picture.ts')
      for (const [index, { observations }] of episodes.slice(0, films).entries())
        pictures.push({ name: `${title} ${index + 1}.gif`, bytes: filmPicture(image, observations) })
    }
  }
  return pictures
}

/** Before each step, and after the last. */
function seenIn({ observations, nextObservations }: VectorRows, size: number, { first, last }: FirstEpisode) {
  const before = Array.from({ length: last + 1 - first }, (_, step) =>
    observations.subarray((first + step) * size, (first + step + 1) * size),
  )
  return [...before, nextObservations.subarray(last * size, (last + 1) * size)]
}
