/** The tiny run as it is, made once for the tests of a thread, when the first of them asks. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { TrainingEvent } from '../../src/run/events/events.ts'
import { trainRun } from './in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, remains, tinyConfig, tinyStarters } from './tiny-run.ts'

const folders: string[] = []
test.after.always(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

export interface UsualRun {
  /** Tests that read it leave it as it is. */
  readonly directory: string
  readonly events: readonly TrainingEvent[]
  readonly remains: unknown
}

async function make(): Promise<UsualRun> {
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-'))
  folders.push(folder)
  const directory = join(folder, 'run')
  const config = tinyConfig(await tinyStarters(folder))
  const events = await eventsOf(trainRun({ config, directory }))
  return { directory, events, remains: await remains(directory) }
}

let made: Promise<UsualRun> | undefined
export const usualRun = (): Promise<UsualRun> => (made ??= make())

/** A copy of its directory, the test's own. */
export async function copyOfUsualRun(t: ExecutionContext): Promise<string> {
  const copy = join(await temporaryFolder(t), 'run')
  await cp((await usualRun()).directory, copy, { recursive: true })
  return copy
}
