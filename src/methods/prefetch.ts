/** Makes items ahead of their use, by a bounded lead. */

interface Prefetch<T> {
  /**
   * The next item, in order. Asking for it means that the one before has been used.
   *
   * @throws errors of making it, or one before it; or {Error} after the last.
   */
  readonly next: () => Promise<T>
  /** Says so earlier. */
  readonly used: () => void
  /** Begins no further item. */
  readonly stop: () => void
}

interface PrefetchOptions {
  /** Items that may be made, or be under way, before they are requested; 0 makes each when it is requested. */
  readonly lead: number
  /** Items in all. */
  readonly count: number
}

/**
 * Makes items one after another, each from the one before: item i once item i − 1 is made and item i − 1 − lead used.
 *
 * @param first seed of the first item.
 */
export function prefetch<Seed, T extends Seed>(
  first: Seed,
  make: (previous: Seed) => Promise<T>,
  { lead, count }: PrefetchOptions,
): Prefetch<T> {
  const made: Promise<T>[] = []
  let previous: Promise<Seed> = Promise.resolve(first)
  let requested = 0
  let begun = 0
  let stopped = false

  const begin = (): void => {
    const item = previous.then(seed => {
      if (stopped) throw new Error('nothing further is made')
      return make(seed)
    })
    /* The caller of `next` gets the error; until then it is handled here. */
    item.catch(() => {})
    made.push(item)
    previous = item
    begun += 1
  }

  /** All that may be under way by the time that so many are requested. */
  const beginFor = (most: number): void => {
    while (begun < Math.min(most + lead, count)) begin()
  }

  return {
    used: () => {
      if (!stopped) beginFor(requested + 1)
    },
    next: async () => {
      requested += 1
      beginFor(requested)
      const item = made.shift()
      if (item === undefined) throw new Error(`there are ${count} items, and one more was requested`)
      return item
    },
    stop: () => void (stopped = true),
  }
}
