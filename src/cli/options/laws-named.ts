/** The laws of these names; all if none are named. @throws {RangeError} naming a law that there is not. */
export function lawsNamed<Law extends { readonly name: string }>(
  laws: readonly Law[],
  names: readonly string[] | undefined,
): readonly Law[] {
  for (const name of names ?? []) {
    if (!laws.some(law => law.name === name))
      throw new RangeError(`--law must be one of ${laws.map(law => law.name).join(', ')}, got ${name}`)
  }
  return names === undefined ? laws : laws.filter(({ name }) => names.includes(name))
}
