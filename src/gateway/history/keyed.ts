/** Values by a key that several may have. */

interface Keyed<T> {
  readonly of: (key: string) => readonly T[]
  readonly add: (key: string, value: T) => void
  readonly remove: (key: string, value: T) => void
}

export function createKeyed<T>(): Keyed<T> {
  const groups = new Map<string, Set<T>>()
  return {
    of: key => [...(groups.get(key) ?? [])],
    add: (key, value) => {
      const group = groups.get(key) ?? new Set()
      groups.set(key, group.add(value))
    },
    remove: (key, value) => {
      const group = groups.get(key)
      group?.delete(value)
      if (group?.size === 0) groups.delete(key)
    },
  }
}
