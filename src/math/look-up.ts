/** The value of `key` in a table that must have one. @throws {RangeError} if it has none. */
export function lookUp<K, V>(table: { readonly get: (key: K) => V | undefined }, key: K): V {
  const value = table.get(key)
  if (value === undefined) throw new RangeError(`no entry for ${String(key)}`)
  return value
}
