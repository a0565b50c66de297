import { oneAfterAnother } from '../streams/one-after-another.ts'

interface Groups<T> {
  /** Resolves once the value is written. @throws whatever its write threw, as for all values that were written with it. */
  readonly add: (value: T) => Promise<void>
  /** Does something else after the writes that were asked for, while no other is under way. */
  readonly between: (work: () => Promise<void>) => Promise<void>
}

/**
 * One write at a time, in the order of the calls: what arrives meanwhile is written together next. A busy file is so forced to the
 * disk once for many values, an idle one at once.
 */
export function inGroups<T>(write: (values: readonly T[]) => Promise<void>): Groups<T> {
  let waiting: T[] = []
  let group: Promise<void> | null = null
  const next = oneAfterAnother()
  return {
    add: value => {
      waiting.push(value)
      group ??= next(() => {
        const values = waiting
        waiting = []
        group = null
        return write(values)
      })
      return group
    },
    between: next,
  }
}
