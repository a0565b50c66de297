/** A bound on sessions. */
export interface Capacity {
  /** Takes a place. @returns what gives it back, once; `null` where all are taken. */
  readonly enter: () => (() => void) | null
  readonly active: () => number
  readonly most: number
  /** Why no client can enter, in OpenEnv's words. */
  readonly refusal: () => string
}

/** @throws {RangeError} if `most` is not a positive integer. */
export function createCapacity(most: number): Capacity {
  if (!Number.isInteger(most) || most < 1) throw new RangeError(`sessions must be a positive integer, got ${most}`)
  let active = 0
  return {
    most,
    active: () => active,
    enter: () => {
      if (active >= most) return null
      active += 1
      let isIn = true
      return () => {
        if (isIn) active -= 1
        isIn = false
      }
    },
    refusal: () => `Server at capacity: ${active}/${most} sessions active. Cannot accept new connections.`,
  }
}
