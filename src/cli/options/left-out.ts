/**
 * Options that would have no effect are refused instead of ignored.
 *
 * @param where they have none, e.g. `without --dry-run`.
 * @param options by their names; `undefined` where one was not given.
 * @throws {RangeError} naming the first that was given, with its value.
 */
export function requireLeftOut(where: string, options: Readonly<Record<string, unknown>>): void {
  const [first] = Object.entries(options).filter(([, value]) => value !== undefined)
  if (first !== undefined)
    throw new RangeError(`${first[0]} must be left out ${where}, got ${JSON.stringify(first[1])}`)
}
