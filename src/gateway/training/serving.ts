/** How many answers are waited for. */
export interface Serving {
  readonly begin: () => void
  readonly end: () => void
  /** When the last of them was there, ms; `Infinity` while one is waited for. */
  readonly idleSince: () => number
}

/** @param now milliseconds. */
export function createServing(now: () => number): Serving {
  let count = 0
  let since = -Infinity
  return {
    begin: () => void (count += 1),
    end: () => {
      count -= 1
      since = now()
    },
    idleSince: () => (count === 0 ? since : Infinity),
  }
}
