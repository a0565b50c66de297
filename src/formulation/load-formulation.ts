/** A formulation by its name, or from a user's file. */
import { resolve } from 'node:path'
import { createJiti } from 'jiti'
import { reasonOf } from '../failure.ts'
import type { Formulation } from './formulation.ts'
import { parseFormulation } from './parse-formulation.ts'
import { shippedFormulations } from './shipped/index.ts'

/**
 * The formulation of that name that comes with the package, or the default export of a TypeScript or JavaScript file, whose
 * imports are resolved from where it is.
 *
 * @throws {RangeError} if the file cannot be loaded, or its default export is no formulation: what is wrong is named.
 */
export async function loadFormulation(source: string): Promise<Formulation> {
  return Object.hasOwn(shippedFormulations, source)
    ? shippedFormulations[source]!
    : parseFormulation(source, await load(source))
}

async function load(file: string): Promise<unknown> {
  try {
    return await createJiti(import.meta.url, { fsCache: false }).import(resolve(file), { default: true })
  } catch (error) {
    const [reason] = reasonOf(error).split('\n')
    const names = Object.keys(shippedFormulations).join(', ')
    throw new RangeError(`the formulation ${file} cannot be loaded: ${reason}; by name there are ${names}`, {
      cause: error,
    })
  }
}
