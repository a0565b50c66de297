/** First in, first out; the producer bounds its length. Taking costs the same however much waits. */
interface Fifo<T> {
  readonly size: () => number
  readonly push: (item: T) => void
  /** Removes the oldest, if there is one. */
  readonly shift: () => T | undefined
  /** Removes the oldest. @param maxItems at least 0. @returns at most so many, oldest first; the caller's own. */
  readonly take: (maxItems: number) => T[]
}

export function fifo<T>(): Fifo<T> {
  let items: T[] = []
  /* Items before it have been taken; at most half of the array. */
  let head = 0

  const skip = (count: number): void => {
    head += count
    if (head * 2 <= items.length) return
    items = items.slice(head)
    head = 0
  }

  return {
    size: () => items.length - head,
    push: item => {
      items.push(item)
    },
    shift: () => {
      const item = items[head]
      if (head < items.length) skip(1)
      return item
    },
    take: maxItems => {
      const taken = head === 0 && maxItems >= items.length ? items : items.slice(head, head + maxItems)
      if (taken === items) items = []
      else skip(taken.length)
      return taken
    },
  }
}
