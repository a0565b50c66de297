/** The folder in which a worker makes a run: filled from the run's entry, and stored there again and again. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RunConfig } from '../../config/config.ts'
import { readRunDirectory } from '../../run/directory/run-directory.ts'
import type { Objects } from '../../runtime/machines/queue/durable-queue.ts'
import type { RunRequest } from '../jobs/job.ts'
import type { Claim } from './claim.ts'
import { requireShipped } from './require-shipped.ts'
import { applyChanges, fileChanges, type SeenFiles } from './run-files.ts'
import type { RunOrder } from './run-queue.ts'
import { droppedObjects, fetchChanges, forgetScattered, storeChanges, type StoredFiles } from './stored-files.ts'

interface RunFolder {
  /** @throws {ConfigError} if it needs code that does not come with the package; {Error} if an object is missing. */
  readonly fill: (order: RunOrder) => Promise<RunRequest>
  /** Called one at a time. @param losses of the entry then. */
  readonly store: (losses: number) => Promise<void>
}

interface Parts {
  readonly claim: Claim
  readonly objects: Objects
  readonly run: string
}

/** @param folder empty. */
export function runFolder(folder: string, { claim, objects, run }: Parts): RunFolder {
  const directory = join(folder, 'run')
  const seen: SeenFiles = new Map()
  const fetch = async (to: string, files: StoredFiles): Promise<void> => {
    const changes = await fetchChanges(objects, [], files)
    if (changes === null) throw new Error(`files of ${run} are missing in the store of objects`)
    await applyChanges(to, changes)
  }
  /** With the folders of this machine. */
  const withStarters = async ({ config, starters }: RunOrder): Promise<RunConfig> => {
    const moved: Record<string, unknown> = {}
    for (const [key, path] of Object.entries(config.starters)) {
      const files = typeof path === 'string' ? starters[path] : undefined
      if (files === undefined) continue
      /* By its last names starters are known as those of the experiment. */
      const own = join(folder, 'starters', basename(dirname(String(path))), basename(String(path)))
      await fetch(own, files)
      moved[key] = own
    }
    return { ...config, starters: { ...config.starters, ...moved } }
  }
  return {
    fill: async order => {
      await fetch(directory, claim.entry().files)
      await fileChanges(directory, seen)
      if (existsSync(join(directory, 'config.json'))) {
        requireShipped((await readRunDirectory(directory)).config)
        return { kind: 'resume', directory }
      }
      requireShipped(order.config)
      return { kind: 'train', config: await withStarters(order), directory }
    },
    store: async losses => {
      const before = claim.entry().files
      forgetScattered(before, seen)
      const after = await storeChanges(objects, run, before, await fileChanges(directory, seen))
      await claim.write({ files: after, losses })
      for (const object of droppedObjects(before, after)) await objects.remove(object)
    },
  }
}
