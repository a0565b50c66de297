/** A list that grows, which any number of readers follow from its beginning. */
interface Followed<T> {
  readonly add: (item: T) => void
  /** No more is added. */
  readonly end: () => void
  readonly follow: () => AsyncGenerator<T>
}

export function followed<T>(): Followed<T> {
  const items: T[] = []
  let isEnded = false
  const waiting: (() => void)[] = []
  const wake = (): void => {
    for (const go of waiting.splice(0)) go()
  }
  return {
    add: item => {
      items.push(item)
      wake()
    },
    end: () => {
      isEnded = true
      wake()
    },
    follow: async function* () {
      for (let at = 0; at < items.length || !isEnded;) {
        if (at < items.length) yield* items.slice(at, (at = items.length))
        else await new Promise<void>(resolve => waiting.push(resolve))
      }
    },
  }
}
