/** Summary of a number that was noted several times. */
export interface Tally {
  readonly count: number
  readonly sum: number
  readonly largest: number
}

interface Tallies {
  readonly note: (name: string, value: number) => void
  /** By name. */
  readonly read: () => Readonly<Record<string, Tally>>
}

export function createTallies(): Tallies {
  const tallies = new Map<string, Tally>()
  return {
    note: (name, value) => {
      const { count, sum, largest } = tallies.get(name) ?? { count: 0, sum: 0, largest: -Infinity }
      tallies.set(name, { count: count + 1, sum: sum + value, largest: Math.max(largest, value) })
    },
    read: () => Object.fromEntries(tallies),
  }
}
