import { reasonOf } from '../../contracts/failure.ts'
import { defaultExportOf } from '../../contracts/import-module.ts'
import { preview } from '../../text/preview.ts'

/** A text without what must not be kept; the same for the same text, and unchanged if it is given its own result. */
export type Redact = (text: string) => string

/** @param file TypeScript or JavaScript with such a function as its default export. @throws {RangeError} if it has none. */
export async function loadRedact(file: string): Promise<Redact> {
  const found = await defaultExportOf(file).catch((thrown: unknown) => {
    throw new RangeError(`${file} cannot be loaded: ${reasonOf(thrown)}`, { cause: thrown })
  })
  if (typeof found !== 'function')
    throw new RangeError(`${file} must export a function from text to text as its default, got ${preview(found)}`)
  const own = found as (text: string) => unknown
  return text => {
    const made = own(text)
    if (typeof made !== 'string') throw new Error(`${file} must make a text of a text, got ${typeof made}`)
    return made
  }
}
