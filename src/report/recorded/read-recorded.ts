import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { RunConfig } from '../../config/config.ts'
import { recordedCurveFile } from '../../config/environment-source.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { recordedCurveSchema, type RecordedCurve } from './recorded-curve.ts'
import { sameData } from '../../contracts/same-data.ts'

/**
 * The curve that goes with the world of a run, if the two can be compared: same options of the world, same starters.
 *
 * @param warn called if the file exists and cannot be read.
 * @returns `null` without one.
 */
export async function readRecorded(config: RunConfig, warn: (text: string) => void): Promise<RecordedCurve | null> {
  const file = fileURLToPath(recordedCurveFile(config.environment.name))
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const curve = parsed(text)
  if (typeof curve === 'string') {
    warn(`The recorded curve of the world is not drawn: ${file}: ${curve}`)
    return null
  }
  const { environment, starters } = curve.config
  const { name, options } = config.environment
  const same = sameData(
    { name: environment.name, options: environment.options, starters },
    { name, options, starters: config.starters },
  )
  return same ? curve : null
}

/** Or why it is none. */
function parsed(text: string): RecordedCurve | string {
  try {
    const { data, error } = recordedCurveSchema.safeParse(JSON.parse(text))
    return data ?? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  } catch (error) {
    return reasonOf(error)
  }
}
