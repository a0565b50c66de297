/** The config.json of a run. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { RunConfig } from '../../../config/config.ts'
import type { Measure } from '../../../contracts/measure.ts'
import { measureSchema } from './measure-schema.ts'
import { naming } from './naming.ts'
import { systemCode } from '../../../files/system-code.ts'
import { writeFileAtomic } from '../../../files/atomic.ts'
import { parsedJson } from '../../../text/parsed.ts'
import { RunDirectoryError, onDisk } from './run-directory-error.ts'

/** Names of the software that made a run, and their versions. */
export type Versions = Readonly<Record<string, string>>

const extensionSchema = z.object({
  /** Iterations that the run had made when it was extended. */
  after: z.int().min(0),
  /** Iterations that it was to make before. */
  from: z.int().min(1),
  /** Iterations that it is to make since. */
  to: z.int().min(1),
})

/** A change of the number of iterations of a run that had begun. */
export type Extension = z.output<typeof extensionSchema>

const recordSchema = z.object({
  versions: z.record(z.string(), z.string()),
  config: z.unknown(),
  formulation: z.string().nullable().default(null),
  caveats: z.array(z.string()).default([]),
  measures: z.array(measureSchema).default([]),
  drawsElsewhere: z.boolean().default(false),
  extended: z.array(extensionSchema).default([]),
})

/** The configuration and options of a run. */
export interface Begun {
  readonly config: RunConfig
  readonly versions: Versions
  /** Name of the formulation given to it; `null` where the configuration alone says how it trains. */
  readonly formulation: string | null
  /** In sentences: things not done or not promised in this world. */
  readonly caveats: readonly string[]
  /** Its method's measures, so that readers of the run can interpret its numbers. */
  readonly measures: readonly Measure[]
  /** Whether its method plays tasks that are in no slot: then a whole lineage has the roots alone. */
  readonly drawsElsewhere: boolean
  /** In order; [] of a run that has had the same number of iterations from its beginning. */
  readonly extended: readonly Extension[]
}

/** Of a run that was never extended it is as it was when the run began. */
export async function writeConfig(
  path: string,
  { versions, formulation, caveats, measures, drawsElsewhere, config, extended }: Begun,
): Promise<void> {
  const begun = { versions, formulation, caveats, measures, ...(drawsElsewhere ? { drawsElsewhere } : {}), config }
  const text = `${JSON.stringify(extended.length === 0 ? begun : { ...begun, extended }, null, 2)}\n`
  await onDisk(path, () => writeFileAtomic(join(path, 'config.json'), text))
}

/** @throws {RunDirectoryError} if `path` is not a run, or its configuration is not one. */
export async function readConfig(path: string): Promise<Begun> {
  const file = join(path, 'config.json')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const missing = systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
    throw missing ? new RunDirectoryError(`${path} is not a run: it has no config.json`, { cause: error }) : error
  })
  const record = recordSchema.safeParse(parsedJson(text))
  if (!record.success) throw new RunDirectoryError(`${file} is damaged: it must be an object with versions and config`)
  const { config, ...others } = record.data
  /* Late: it knows all methods, which only those who read a run need. */
  const { keptRunConfig } = await import('../../../methods/registry/run-config.ts')
  return { config: naming(file, () => keptRunConfig(config)), ...others }
}
