/** A queue of work that waits for a worker, and of each work its entry: data and files that are there when its worker is gone. */

/** A work by its group and its name there: letters, digits, `-`, `_` and dots, these in the name alone. */
export interface WorkKey {
  readonly group: string
  readonly name: string
}

/** An entry and the number of its last change. */
export interface KeptEntry<Entry> {
  readonly entry: Entry
  readonly revision: number
}

/** A work that a worker has taken: another gets it if `keep` is not called for 10 s. */
export interface TakenWork<Order> {
  readonly key: WorkKey
  readonly order: Order
  readonly keep: () => void
  /** Takes it out of the queue. */
  readonly done: () => Promise<void>
  /** Another may take it at once. */
  readonly giveBack: () => void
}

/** Bytes by names that no other bytes have. */
export interface Objects {
  /** Where there is one of that name it stays. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>
  /** @returns `null` if there is none of that name. */
  readonly get: (name: string) => Promise<Uint8Array | null>
  readonly remove: (name: string) => Promise<void>
}

/** Orders, entries and news are data as JSON has it. All that returns a promise rejects while the broker is away. */
export interface DurableQueue<Order, Entry, News> {
  /** Puts a work in the queue, where it is not there yet. */
  readonly put: (key: WorkKey, order: Order) => Promise<void>
  /** @returns `null` if none has come after 2 s. */
  readonly take: () => Promise<TakenWork<Order> | null>
  readonly read: (key: WorkKey) => Promise<KeptEntry<Entry> | null>
  /**
   * @param last that the entry must have; `null` where there must be none.
   * @returns its revision; `null` where it has been changed since, and nothing is written.
   */
  readonly write: (key: WorkKey, entry: Entry, last: number | null) => Promise<number | null>
  /** Removes the entry, and the work from the queue. */
  readonly remove: (key: WorkKey) => Promise<void>
  /** Files of a group. */
  readonly objects: (group: string) => Promise<Objects>
  /** Removes them all. */
  readonly removeObjects: (group: string) => Promise<void>
  /** May be lost. */
  readonly tell: (key: WorkKey, news: News) => void
  /** @returns ends it. */
  readonly hear: (key: WorkKey, told: (news: News) => void) => () => void
}
