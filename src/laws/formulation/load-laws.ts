import { reasonOf } from '../../contracts/failure.ts'
import { preview } from '../../text/preview.ts'
import { defaultExportOf } from '../../contracts/import-module.ts'
import { callable, listOf, oneOf, record, text } from '../../user-code/shape.ts'
import { parts } from '../../methods/rlanything/formulation/parts.ts'
import type { FormulationLaw } from './cases/law.ts'
import { formulationLaws } from './laws.ts'

const shape = listOf(
  record({
    name: text,
    statement: text,
    source: text,
    severity: oneOf('must', 'should', 'curious'),
    part: oneOf(...parts),
    check: callable,
  }),
)

/**
 * Laws of one's own: the default export of a TypeScript or JavaScript file, a list of what `law` gives.
 *
 * @throws {RangeError} if it cannot be loaded, is no such list, or has a law by a name that there is already.
 */
export async function loadLaws(file: string): Promise<readonly FormulationLaw[]> {
  const found = await defaultExportOf(file).catch((thrown: unknown) => {
    throw new RangeError(`the laws of ${file} cannot be loaded: ${reasonOf(thrown)}`, { cause: thrown })
  })
  const wrong = shape.wrongIn(found)
  if (wrong !== null)
    throw new RangeError(
      `${file} must export a list of laws as its default: ${wrong.path || 'it'} must be ${wrong.wanted}, got ${preview(wrong.found)}`,
    )
  const own = found as readonly FormulationLaw[]
  const names = [...formulationLaws, ...own].map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new RangeError(`${file} must name each law anew, got ${twice} once more`)
  return own
}
