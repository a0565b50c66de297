/** The folder of a browser's profile, which goes with the browser, or with the next one if its process was ended at once. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const form = /^rlanything-browser-(\d+)-/

/** A new one, named for this process. Those of processes that are gone are removed. */
export async function newProfile(): Promise<string> {
  const names = await readdir(tmpdir())
  const left = names.filter(name => {
    const [, owner] = form.exec(name) ?? []
    return owner !== undefined && !isRunning(Number(owner))
  })
  await Promise.all(left.map(name => rm(join(tmpdir(), name), { recursive: true, force: true })))
  return mkdtemp(join(tmpdir(), `rlanything-browser-${process.pid}-`))
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (thrown) {
    /* It runs, and belongs to another user. */
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}
