/** Remembers the contents of files, until they change. */

interface Kept<T> {
  /** @param stamp of the file; it is read again when the stamp differs. */
  readonly get: (key: string, stamp: string, read: () => Promise<T>) => Promise<T>
}

/** @param most values that are kept; the one that was not asked for the longest goes first. */
export function kept<T>(most: number): Kept<T> {
  const values = new Map<string, { readonly stamp: string; readonly value: Promise<T> }>()
  return {
    get: (key, stamp, read) => {
      const found = values.get(key)
      const entry = found?.stamp === stamp ? found : { stamp, value: read() }
      values.delete(key)
      values.set(key, entry)
      entry.value.catch(() => {
        if (values.get(key) === entry) values.delete(key)
      })
      for (const oldest of values.keys()) {
        if (values.size <= most) break
        values.delete(oldest)
      }
      return entry.value
    },
  }
}
