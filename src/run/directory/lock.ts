/** The lock of a run directory: one process at a time uses it, known by its number, its start and its machine. */
import { randomUUID } from 'node:crypto'
import { readFile, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { isTemporary, writeFileAtomic } from '../../files/atomic.ts'
import { isRunning, processStart } from '../../files/processes.ts'
import { systemCode } from '../../files/system-code.ts'
import { namesIn } from './names-in.ts'
import { RunDirectoryError } from './records/run-directory-error.ts'

const ownerSchema = z.object({
  pid: z.int(),
  host: z.string(),
  /** When the process started, in the system's own words; tells a process from a later one of the same number. */
  processStart: z.string().nullable(),
})
type Owner = z.output<typeof ownerSchema>

/** Gives the directory back; harmless if called twice. */
export type Release = () => Promise<void>

/** Lock files of a directory: `lock-PID-TOKEN`. */
export const isLockName = (name: string): boolean => name.startsWith('lock-')

/**
 * Takes the directory for this process; the lock of a process that has ended on this machine is cleared away.
 *
 * Each taker first writes a separate lock and then looks for others'. The later writer sees the earlier lock, so two
 * never hold the directory; of takers at the same moment it may be that none does.
 *
 * @throws {RunDirectoryError} if it is in use, naming by whom.
 */
export async function lock(directory: string): Promise<Release> {
  const own = `lock-${process.pid}-${randomUUID()}`
  const owner: Owner = { pid: process.pid, host: hostname(), processStart: await processStart(process.pid) }
  const release = () => rm(join(directory, own), { force: true })
  await writeFileAtomic(join(directory, own), `${JSON.stringify(owner)}\n`)
  try {
    for (const name of await readdir(directory)) {
      if (!isLockName(name) || name === own) continue
      await (isTemporary(name) ? clearUnfinished(directory, name) : clear(join(directory, name)))
    }
    return release
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * The process that uses the directory, looked at from outside; `null` if none does, also where there is no directory.
 *
 * @throws {RunDirectoryError} if a lock cannot be understood.
 */
export async function usedBy(directory: string): Promise<Pick<Owner, 'pid' | 'host'> | null> {
  for (const name of await namesIn(directory)) {
    if (!isLockName(name) || isTemporary(name)) continue
    const owner = await readOwner(join(directory, name))
    if (owner !== null && !(await hasEnded(owner))) return owner
  }
  return null
}

/** Removes the lock of an ended process. @throws {RunDirectoryError} if its owner lives, or may live. */
async function clear(path: string): Promise<void> {
  const owner = await readOwner(path)
  if (owner === null) return
  if (await hasEnded(owner)) return rm(path, { force: true })
  const here = owner.host === hostname()
  const advice = here ? 'wait for it or stop it' : `if that process has ended, delete ${path}`
  const who = `process ${owner.pid}${here ? '' : ` on ${owner.host}`}`
  throw new RunDirectoryError(`${dirname(path)} is in use by ${who}: ${advice}`)
}

/** Removes a lock that a process of this machine was killed in the middle of writing. */
async function clearUnfinished(directory: string, name: string): Promise<void> {
  const pid = Number(/^lock-(\d+)-/.exec(name)?.[1])
  if (pid > 0 && !(await isRunning(pid))) await rm(join(directory, name), { force: true })
}

/** `null` if the lock has been removed. @throws {RunDirectoryError} if it cannot be understood. */
async function readOwner(path: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw new RunDirectoryError(`${path} is damaged: if no process uses the run, delete it`, { cause: error })
  }
}

async function hasEnded({ pid, host, processStart: started }: Owner): Promise<boolean> {
  if (host !== hostname()) return false
  return !(await isRunning(pid)) || (started !== null && started !== (await processStart(pid)))
}
