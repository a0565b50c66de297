/** Finds a loaded model or network. @throws {RangeError} if none has the name, with the loaded ones. */
export function loaded<T>(all: ReadonlyMap<string, T>, name: string, what: 'model' | 'network'): T {
  const found = all.get(name)
  if (found !== undefined) return found
  const known = all.size === 0 ? 'none has been loaded' : `there are: ${[...all.keys()].join(', ')}`
  throw new RangeError(`no ${what} is named ${name}; ${known}`)
}
