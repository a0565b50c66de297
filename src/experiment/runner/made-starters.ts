/** Starters of an experiment on disk: both models, with the recipe that they were made by. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { isTemporary, writeDirectoryAtomic } from '../../files/atomic.ts'
import { isLockName, lock } from '../../run/directory/lock.ts'
import { RunDirectoryError } from '../../run/directory/records/run-directory-error.ts'
import { parsedJson } from '../../text/parsed.ts'
import { preview } from '../../text/preview.ts'
import { viewOf, type PlannedStarters } from '../plan/planned-starters.ts'
import { sameData } from '../../contracts/same-data.ts'

const recordSchema = z.object({ made: z.record(z.string(), z.unknown()), measured: z.unknown() })

export const isMade = ({ folder }: PlannedStarters): boolean => existsSync(join(folder, 'starters.json'))

/** What starters depend on. */
const madeBy = ({ config, recipe }: PlannedStarters): Readonly<Record<string, unknown>> => {
  const { threads: _threads, ...environment } = config.environment
  return { seed: config.seed, environment, view: viewOf(config), recipe }
}

/** Keys that older records lack. */
const unrecorded: Readonly<Record<string, unknown>> = { view: 'history' }

/**
 * Nothing of starters that are not made yet.
 *
 * @throws {RunDirectoryError} if they were made otherwise than the plan says, naming what differs.
 */
export async function requireAsPlanned(starters: PlannedStarters): Promise<void> {
  if (!isMade(starters)) return
  const file = join(starters.folder, 'starters.json')
  const found = recordSchema.safeParse(parsedJson(await readFile(file, 'utf8')))
  if (!found.success) throw new RunDirectoryError(`${file} is damaged: move ${starters.folder} away to make them again`)
  const made = { ...unrecorded, ...found.data.made }
  const differing = Object.entries(madeBy(starters)).filter(
    ([key, value]) => !sameData(made[key], JSON.parse(JSON.stringify(value))),
  )
  if (differing.length === 0) return
  const texts = differing.map(
    ([key, value]) => `${key} is ${preview(value)} in the plan and ${preview(made[key])} there`,
  )
  throw new RunDirectoryError(
    `${starters.folder} holds other starters than the plan's: ${texts.join('; ')}. Nothing was changed: name another folder of the experiment, or move it away`,
  )
}

/**
 * Makes starters, all in one folder, which no other process may make any in meanwhile; what a killed one left behind is removed.
 *
 * @throws {RunDirectoryError} if another process makes some there.
 */
export async function makeMissing(
  missing: readonly PlannedStarters[],
  make: (missing: readonly PlannedStarters[]) => Promise<void>,
): Promise<void> {
  const [first] = missing
  if (first === undefined) return
  const folder = dirname(first.folder)
  await mkdir(folder, { recursive: true })
  const release = await lock(folder)
  try {
    const remains = (await readdir(folder)).filter(name => isTemporary(name) && !isLockName(name))
    for (const name of remains) await rm(join(folder, name), { recursive: true })
    await make(missing)
  } finally {
    await release()
  }
}

/**
 * Makes the folder whole or not at all.
 *
 * @param make fills the folder with both models. @returns how good they are, as data.
 */
export const keepStarters = (starters: PlannedStarters, make: (folder: string) => Promise<unknown>): Promise<void> =>
  writeDirectoryAtomic(starters.folder, async folder => {
    const measured = await make(folder)
    const record = { made: madeBy(starters), measured }
    await writeFile(join(folder, 'starters.json'), `${JSON.stringify(record, null, 2)}\n`)
  })
