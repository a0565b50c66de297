import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { RunConfig } from '../../config/config.ts'
import { settingsOf } from '../../engine/doctor/choices.ts'
import { ratesSchema, type EngineRates } from '../../engine/doctor/rates.ts'
import { deviceOptions } from '../../run/actors/device-options.ts'

const line = z.looseObject({ kind: z.literal('tried'), rates: ratesSchema })

/**
 * The rates of the engine of a configuration.
 *
 * @param file what `doctor --json` printed.
 * @throws {RangeError} if they are not in it, or the engine does not compute here.
 */
export async function readRates(file: string, engine: RunConfig['engine']): Promise<EngineRates> {
  const wanted = settingsOf(deviceOptions(engine)).join(' ')
  const text = await readFile(file, 'utf8')
  const found = text
    .split('\n')
    .flatMap(each => (each.startsWith('{') ? [line.safeParse(JSON.parse(each)).data?.rates] : []))
  const own = found.find(rates => rates?.settings.join(' ') === wanted)
  if (own !== undefined) return own
  throw new RangeError(`${file} must be what doctor --json printed, with an engine that works of ${wanted}, got none`)
}
