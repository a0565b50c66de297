/** A helper thread of the one that starts it, for native work in parallel. */
import { MessageChannel } from 'node:worker_threads'
import { wrap, type Remote } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { LostThreadError } from '../errors/lost-thread-error.ts'
import { createBeats } from '../liveness/lease.ts'
import { beginSideThread, type SideThreadOrder } from './begin-side-thread.ts'

interface SideThreadOptions extends Pick<SideThreadOrder, 'name' | 'options'> {
  /** Compiled module that calls `serveSideThread`. */
  readonly module: URL
}

/** Asks for something of the other side, by calling it. */
export type SideThreadQuestion<Api, T> = (api: Remote<Api>) => Promise<T>

interface SideThread<Api> {
  /** Keeps this thread alive until it is answered. @throws {LostThreadError} if the other one ends first. */
  readonly ask: <T>(question: SideThreadQuestion<Api, T>) => Promise<T>
  /** Lets it end, once it is in no native call. */
  readonly close: () => void
}

let begin: (order: SideThreadOrder) => unknown = beginSideThread

/**
 * Has side threads of this thread begun by another: one that a thread begins itself is ended with it, also in the midst of a
 * native call, which would abort the process.
 */
export function sideThreadsBegunBy(other: (order: SideThreadOrder) => unknown): void {
  begin = other
}

/** The side thread ends with this one, however that ends. */
export function startSideThread<Api>({ name, module, options }: SideThreadOptions): SideThread<Api> {
  const { port1: port, port2: served } = new MessageChannel()
  const { port1: ends, port2: ended } = new MessageChannel()
  const waiting = new Set<(error: Error) => void>()
  let lost: LostThreadError | null = null
  ends.once('message', (how: string) => {
    lost = new LostThreadError(how)
    for (const refuse of waiting) refuse(lost)
    port.close()
  })
  begin({ name, module: module.href, options, port: served, ended, beats: createBeats() })
  const api = wrap<Api>(nodeEndpoint(port))
  for (const each of [port, ends]) each.unref()

  return {
    ask: async question => {
      if (lost !== null) throw lost
      let refuse = (_error: Error): void => {}
      const refusal = new Promise<never>((_, reject) => {
        refuse = reject
        waiting.add(reject)
      })
      for (const each of [port, ends]) each.ref()
      try {
        return await Promise.race([question(api), refusal])
      } finally {
        waiting.delete(refuse)
        if (waiting.size === 0) for (const each of [port, ends]) each.unref()
      }
    },
    close: () => port.close(),
  }
}
