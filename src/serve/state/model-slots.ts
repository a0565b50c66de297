/** Names under which a device holds models. A device forgets none, so names are used again, and of few. */

interface ModelSlots {
  /** @throws {RangeError} if none is free. */
  readonly take: () => string
  readonly give: (slot: string) => void
  readonly free: () => number
}

export function createModelSlots(prefix: string, count: number): ModelSlots {
  const free = Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
  return {
    take: () => {
      const slot = free.shift()
      if (slot === undefined) throw new RangeError(`all ${count} places for models are taken: unload one`)
      return slot
    },
    give: slot => void free.push(slot),
    free: () => free.length,
  }
}
