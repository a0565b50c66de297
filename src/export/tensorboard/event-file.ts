/**
 * A file of events, which only grows. A run that is resumed begins another one in the same folder: readers take both, and of the
 * earlier one only the steps before the first of this one.
 */
import { appendFile, mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { leavesOf } from '../../config/tree.ts'
import type { RunConfig } from '../../config/config.ts'
import type { Scalars } from '../contents/scalars.ts'
import { scalarsRecord, settingsRecord, startRecord, textRecord, versionRecord } from './events.ts'

export interface EventFile {
  readonly path: string
  /** Appends the numbers of a step. @param nowMs since 1970. */
  readonly append: (step: number, scalars: Scalars, nowMs: number) => Promise<void>
}

interface EventFileOptions {
  /** Made if it is not there. */
  readonly folder: string
  /** Written as the settings of the run; left out where an earlier file of the folder has them. */
  readonly config?: RunConfig
  /** Milliseconds since 1970. */
  readonly nowMs: number
  /** The first step that it has. */
  readonly step: number
}

/** @throws the system's error, if the folder cannot be written to. */
export async function createEventFile({ folder, config, nowMs, step }: EventFileOptions): Promise<EventFile> {
  await mkdir(folder, { recursive: true })
  const wallTime = nowMs / 1000
  const path = join(folder, `events.out.tfevents.${Math.floor(wallTime)}.${hostname()}.${process.pid}.${step}`)
  const about = config === undefined ? [] : told({ wallTime, step }, config)
  await appendFile(path, Buffer.concat([versionRecord(wallTime), startRecord({ wallTime, step }), ...about]))
  return {
    path,
    append: (at, scalars, now) => appendFile(path, scalarsRecord({ wallTime: now / 1000, step: at }, scalars)),
  }
}

function told(time: { readonly wallTime: number; readonly step: number }, config: RunConfig): readonly Uint8Array[] {
  const settings = [...leavesOf(config)].map(([name, value]): [string, number | string | boolean] => [
    name,
    typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
      ? value
      : JSON.stringify(value ?? null),
  ])
  return [
    settingsRecord(time, new Map(settings)),
    textRecord(time, 'config', ['```json', JSON.stringify(config, null, 2), '```'].join('\n')),
  ]
}
