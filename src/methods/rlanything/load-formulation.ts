/** A formulation by its name, or from a user's file. */
import { reasonOf } from '../../contracts/failure.ts'
import { defaultExportOf } from '../../contracts/import-module.ts'
import { nearestHint } from '../../text/nearest.ts'
import type { Formulation } from './formulation/formulation.ts'
import { parseFormulation } from './formulation/parse-formulation.ts'
import { shippedFormulations } from './formulation/shipped/index.ts'

/**
 * The formulation of that name that comes with the package, or the default export of a TypeScript or JavaScript file, whose
 * imports are resolved from its place.
 *
 * @param once `anew` evaluates the file another time, so that it shares no state with earlier loads.
 * @throws {RangeError} if the file cannot be loaded, or its default export is no formulation, naming the error.
 */
export async function loadFormulation(source: string, once: 'shared' | 'anew' = 'shared'): Promise<Formulation> {
  const shipped = Object.hasOwn(shippedFormulations, source) ? shippedFormulations[source] : undefined
  return shipped ?? parseFormulation(source, await load(source, once))
}

async function load(file: string, once: 'shared' | 'anew'): Promise<unknown> {
  try {
    return await defaultExportOf(file, once)
  } catch (error) {
    const [reason] = reasonOf(error).split('\n')
    const names = Object.keys(shippedFormulations)
    const byName = `by name there are ${names.join(', ')}${nearestHint(file, names)}`
    throw new RangeError(`the formulation ${file} cannot be loaded: ${reason}; ${byName}`, { cause: error })
  }
}
