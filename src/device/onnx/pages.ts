/**
 * Memory of keys and values in groups of pages. A group holds `pageLength` positions of a conversation, for every layer and
 * head; conversations that begin with the same tokens hold the same groups.
 */

export interface Pages {
  /** All groups, one after the other. */
  readonly data: () => Float32Array
  /** A group that one conversation holds. @throws {RangeError} if all pages together would exceed the bound. */
  readonly take: () => number
  /** One more conversation holds a group. */
  readonly share: (group: number) => void
  /** One conversation less holds it; the last one's is used again. */
  readonly giveBack: (group: number) => void
  /** The full group with this key, if there is one. */
  readonly find: (key: string) => number | undefined
  /** A group is full and does not change any more: others may find it. */
  readonly seal: (group: number, key: string) => void
}

const mostFloats = 2 ** 29

/** @param groupFloats size of a group. */
export function createPages(groupFloats: number): Pages {
  const free: number[] = []
  const holders: number[] = []
  const keys = new Map<number, string>()
  const sealed = new Map<string, number>()
  let data = new Float32Array(16 * groupFloats)

  const grow = (): void => {
    const doubled = 2 * data.length
    if (doubled > mostFloats) {
      throw new RangeError(`contexts must not exceed ${mostFloats * 4} bytes in all: release some`)
    }
    const larger = new Float32Array(doubled)
    larger.set(data)
    data = larger
  }

  return {
    data: () => data,
    take: () => {
      const group = free.pop() ?? holders.length
      if ((group + 1) * groupFloats > data.length) grow()
      holders[group] = 1
      return group
    },
    share: group => {
      holders[group] = holders[group]! + 1
    },
    giveBack: group => {
      const left = holders[group]! - 1
      holders[group] = left
      if (left > 0) return
      free.push(group)
      const key = keys.get(group)
      if (key === undefined) return
      keys.delete(group)
      sealed.delete(key)
    },
    find: key => sealed.get(key),
    seal: (group, key) => {
      keys.set(group, key)
      sealed.set(key, group)
    },
  }
}
