import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { RunConfig } from '../../config/config.ts'
import type { DryRunOptions } from '../../dry-run/counts/forecast.ts'
import { settingsOf } from '../../engine/doctor/choices.ts'
import { ratesSchema, type EngineRates } from '../../engine/doctor/rates.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { parsedJson } from '../../text/parsed.ts'
import { deviceOptions } from '../../run/actors/device-options.ts'

const line = z.looseObject({ kind: z.literal('tried'), rates: ratesSchema })

/**
 * By what the time of a run is forecast.
 *
 * @param path the folder of an earlier run, or a file with what `doctor --json` printed.
 * @throws {RangeError} if the engine of the configuration is not in the file, or does not compute here.
 */
export const ratesFrom = async (
  path: string,
  engine: RunConfig['engine'],
): Promise<Pick<DryRunOptions, 'like' | 'rates'>> =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    ? { like: path }
    : { rates: await readRates(path, engine) }

async function readRates(file: string, engine: RunConfig['engine']): Promise<EngineRates> {
  const wanted = settingsOf(deviceOptions(engine)).join(' ')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new RangeError(`--rates must be a run or a file, got ${file}: ${reasonOf(error)}`, { cause: error })
  })
  const found = text
    .split('\n')
    .flatMap(each => (each.startsWith('{') ? [line.safeParse(parsedJson(each)).data?.rates] : []))
  const own = found.find(rates => rates?.settings.join(' ') === wanted)
  if (own !== undefined) return own
  throw new RangeError(`${file} must be what doctor --json printed, with an engine that works of ${wanted}, got none`)
}
