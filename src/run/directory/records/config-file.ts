/** The config.json of a run. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseRunConfig, type RunConfig } from '../../../config/config.ts'
import { naming } from './naming.ts'
import { systemCode } from '../../../files/system-code.ts'
import { RunDirectoryError } from './run-directory-error.ts'

/** Names of what a run was made with, and their versions. */
export type Versions = Readonly<Record<string, string>>

const recordSchema = z.object({
  versions: z.record(z.string(), z.string()),
  config: z.unknown(),
  formulation: z.string().nullable().default(null),
  caveats: z.array(z.string()).default([]),
})

/** The configuration and options of a run. */
export interface Begun {
  readonly config: RunConfig
  readonly versions: Versions
  /** Name of the formulation given to it; `null` where the configuration alone says how it trains. */
  readonly formulation: string | null
  /** In sentences: what is not done or not promised in this world. */
  readonly caveats: readonly string[]
}

/** @throws {RunDirectoryError} if `path` is not a run, or its configuration is not one. */
export async function readConfig(path: string): Promise<Begun> {
  const file = join(path, 'config.json')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const missing = systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
    throw missing ? new RunDirectoryError(`${path} is not a run: it has no config.json`, { cause: error }) : error
  })
  const record = recordSchema.safeParse(jsonOrNull(text))
  if (!record.success) throw new RunDirectoryError(`${file} is damaged: it must be an object with versions and config`)
  const { versions, formulation, caveats } = record.data
  return { config: naming(file, () => parseRunConfig(record.data.config)), versions, formulation, caveats }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
