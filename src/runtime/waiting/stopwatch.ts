import { performance } from 'node:perf_hooks'

export interface Stopwatch<Name extends string> {
  /** Milliseconds by name; 0 for what has not been lapped. */
  readonly laps: Readonly<Record<Name, number>>
  /** Puts the time since the last lap down to `name`. */
  readonly lap: (name: Name) => void
}

export function stopwatch<Name extends string>(names: readonly Name[]): Stopwatch<Name> {
  let last = performance.now()
  const laps = Object.fromEntries(names.map(name => [name, 0])) as Record<Name, number>
  return {
    laps,
    lap: name => {
      const now = performance.now()
      laps[name] += now - last
      last = now
    },
  }
}
