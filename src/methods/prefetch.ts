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

interface Items<Seed, T extends Seed> {
  /** @param previous the item before, once it and all before it are made; of the first item, its seed. */
  readonly make: (seed: Seed, previous: Promise<Seed>) => Promise<T>
  /**
   * The seed of an item while others before it are still being made; `null` where each is made from the one before.
   *
   * @param settled the newest item before which all are made; the first seed as long as there is none.
   * @param last seed of the item before.
   */
  readonly ahead: ((settled: Seed, last: Seed) => Seed) | null
}

/**
 * Makes items in order, item i once item i − 1 − lead is used: beside each other if their seeds are there ahead, else one after
 * another.
 *
 * @param first seed of the first item.
 */
export function prefetch<Seed, T extends Seed>(
  first: Seed,
  { make, ahead }: Items<Seed, T>,
  { lead, count }: PrefetchOptions,
): Prefetch<T> {
  const made: Promise<T>[] = []
  let previous: Promise<Seed> = Promise.resolve(first)
  let settled = first
  let last = first
  let requested = 0
  let begun = 0
  let stopped = false

  const begin = (): void => {
    const before = previous
    if (ahead !== null && begun > 0) last = ahead(settled, last)
    const item = (ahead === null ? before : Promise.resolve(last)).then(seed => {
      if (stopped) throw new Error('nothing further is made')
      return make(seed, before)
    })
    const inOrder = before.then(() => item)
    /* The caller of `next` gets the error; until then it is handled here. */
    item.catch(() => {})
    inOrder.then(
      value => (settled = value),
      () => {},
    )
    made.push(inOrder)
    previous = inOrder
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
