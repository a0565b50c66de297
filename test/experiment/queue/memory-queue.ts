/** What is kept of runs in memory; and of objects. */
import type { RunEntry, RunQueue } from '../../../src/experiment/queue/run-queue.ts'
import type { KeptEntry, Objects, WorkKey } from '../../../src/runtime/machines/queue/durable-queue.ts'

export const memoryObjects = (kept = new Map<string, Uint8Array>()): Objects & { readonly names: () => string[] } => ({
  names: () => [...kept.keys()].sort(),
  put: (name, bytes) => Promise.resolve(void kept.set(name, bytes)),
  get: name => Promise.resolve(kept.get(name) ?? null),
  remove: name => Promise.resolve(void kept.delete(name)),
})

export function memoryEntries(): Pick<RunQueue, 'read' | 'write'> {
  const entries = new Map<string, KeptEntry<RunEntry>>()
  const named = ({ group, name }: WorkKey): string => `${group}/${name}`
  return {
    read: key => Promise.resolve(entries.get(named(key)) ?? null),
    write: (key, entry, last) => {
      const revision = entries.get(named(key))?.revision ?? null
      if (revision !== last) return Promise.resolve(null)
      const next = (last ?? 0) + 1
      entries.set(named(key), { entry, revision: next })
      return Promise.resolve(next)
    },
  }
}
