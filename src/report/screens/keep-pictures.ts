import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PicturedScreen } from '../../contracts/worlds/world.ts'
import { writeFileAtomic } from '../../files/atomic.ts'
import { onDisk } from '../../run/directory/records/run-directory-error.ts'

/**
 * Writes the pictures of an episode into `screens` of a run's folder, replacing earlier ones.
 *
 * @param episode its id.
 * @returns [T + 1] their addresses as seen from the run's folder.
 */
export async function keepPictures(
  run: string,
  episode: string,
  screens: readonly PicturedScreen[],
): Promise<readonly string[]> {
  const folder = ['screens', episode.replaceAll(/[^\w-]/g, '-')]
  await onDisk(run, () => mkdir(join(run, ...folder), { recursive: true }))
  return Promise.all(
    screens.map(async ({ picture }, index) => {
      const address = [...folder, `${String(index).padStart(2, '0')}.png`]
      const file = join(run, ...address)
      await onDisk(file, () => writeFileAtomic(file, picture))
      return address.join('/')
    }),
  )
}
