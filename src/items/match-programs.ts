import { groupBy } from '../math/group-by.ts'
import type { Programs } from './read-programs.ts'

/** Programs by their purpose. */
interface ProgramsByItem {
  /** Takes those of an item away, in the order of their file. */
  readonly take: (id: string | null, index: number) => readonly string[]
  /** Programs without an item, in the order of their file. */
  readonly rest: () => readonly Programs[]
}

export function programsByItem(entries: readonly Programs[]): ProgramsByItem {
  const waiting = groupBy(entries, ({ of }) => ('id' in of ? idKey(of.id) : indexKey(of.index)))
  return {
    take(id, index) {
      const keys = [indexKey(index), ...(id === null ? [] : [idKey(id)])]
      const found = keys.flatMap(key => waiting.get(key) ?? [])
      for (const key of keys) waiting.delete(key)
      return inOrder(found).flatMap(({ programs }) => programs)
    },
    rest: () => inOrder([...waiting.values()].flat()),
  }
}

const idKey = (id: string): string => `id ${id}`
const indexKey = (index: number): string => `index ${index}`

const inOrder = (entries: readonly Programs[]): Programs[] => entries.toSorted((a, b) => a.place.index - b.place.index)
