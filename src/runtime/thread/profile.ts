/** A CPU profile of the calling thread, as Chrome's developer tools and speedscope open it. */
import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'

/** Begins at once. @returns ends it, and writes it to `file`. */
export async function startProfile(file: string): Promise<() => Promise<void>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    await writeFile(file, JSON.stringify(profile))
  }
}
