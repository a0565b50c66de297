import { ClosedError } from './errors/closed-error.ts'

interface Closable {
  readonly close: () => Promise<void>
}

type Call = (...given: readonly unknown[]) => unknown

/**
 * The same thing, which after `close` rejects every call by its name and starts nothing. Closing it again waits for the same end.
 *
 * @param what as a person would name it, e.g. `the sandbox`.
 * @param thing all of whose functions give promises.
 */
export function closable<Thing extends Closable>(what: string, thing: Thing): Thing {
  let ending: Promise<void> | null = null
  const guarded =
    (call: Call): Call =>
    (...given) =>
      ending === null ? call(...given) : Promise.reject(new ClosedError(what))
  const parts = Object.entries(thing).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === 'function' ? guarded(part as Call) : part,
  ])
  return { ...(Object.fromEntries(parts) as Thing), close: () => (ending ??= thing.close()) }
}
