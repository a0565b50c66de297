/** A broker in this thread: messages arrive in a later task, in order, unless `lose` says that one is lost. */
import { Subject } from 'rxjs'
import type { Bus } from '../../src/runtime/machines/bus.ts'

export interface MemoryBus extends Bus {
  readonly published: readonly { readonly subject: string; readonly bytes: Uint8Array }[]
  readonly cut: (reason: string) => void
}

export function memoryBus(
  lose: (subject: string, index: number) => boolean = () => false,
  maxBytes = 2 ** 20,
): MemoryBus {
  const listeners = new Map<string, Set<(bytes: Uint8Array) => void>>()
  const published: { readonly subject: string; readonly bytes: Uint8Array }[] = []
  const lost = new Subject<string>()
  return {
    ...{ maxBytes, published, lost },
    publish: (subject, bytes) => {
      if (bytes.length > maxBytes) throw new RangeError(`at most ${maxBytes} bytes, got ${bytes.length}`)
      const isLost = lose(subject, published.length)
      published.push({ subject, bytes })
      if (isLost) return
      queueMicrotask(() => {
        for (const receive of [...(listeners.get(subject) ?? [])]) receive(bytes)
      })
    },
    subscribe: (subject, receive) => {
      const all = listeners.get(subject) ?? new Set()
      listeners.set(subject, all.add(receive))
      return () => void all.delete(receive)
    },
    cut: reason => lost.next(reason),
    close: () => Promise.resolve(),
  }
}
