import { nearestHint } from '../../text/nearest.ts'

/** The laws of these names; all if none are named. @throws {RangeError} naming a law that there is not. */
export function lawsNamed<Law extends { readonly name: string }>(
  laws: readonly Law[],
  names: readonly string[] | undefined,
): readonly Law[] {
  const all = laws.map(({ name }) => name)
  for (const name of names ?? []) {
    if (all.includes(name)) continue
    const listed = all.length <= mostListed ? all.join(', ') : `the ${all.length} laws of docs/laws.md`
    throw new RangeError(`--law must be one of ${listed}, got ${name}${nearestHint(name, all)}`)
  }
  return names === undefined ? laws : laws.filter(({ name }) => names.includes(name))
}

/** Names that a line of a terminal can hold. */
const mostListed = 20
