/** The folder of a browser's profile, which goes with the browser, or with the next one if its process was ended at once. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '../../files/processes.ts'

const form = /^rlanything-browser-(\d+)-/

/** A new one, named for this process. Those of processes that are gone are removed. */
export async function newProfile(): Promise<string> {
  const names = await readdir(tmpdir())
  await Promise.all(
    names.map(async name => {
      const [, owner] = form.exec(name) ?? []
      if (owner === undefined || (await isRunning(Number(owner)))) return
      await removeProfile(join(tmpdir(), name))
    }),
  )
  return mkdtemp(join(tmpdir(), `rlanything-browser-${process.pid}-`))
}

/**
 * Also while processes of the browser that were killed just now are still writing to it: files written in between are removed as well.
 * A folder that cannot be removed is left to the next browser; it is nothing that a run should end for.
 */
export async function removeProfile(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {})
}
