/** A thread that a thread starts for itself, for native work beside its own. It ends with the one that started it. */
import { Worker } from 'node:worker_threads'
import { wrap, type Remote } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { asError } from '../../failure.ts'
import { createExitGuard } from '../thread/exit-guard.ts'
import { createBeats } from '../thread/lease.ts'
import { includeNested } from '../thread/native-calls.ts'
import { remove } from '../thread/remove.ts'

export interface NestedOptions {
  readonly name: string
  /** Compiled module that calls `serveNested`. */
  readonly module: URL
  /** Plain data for `serveNested`. */
  readonly options: unknown
}

/** Asks for something of the other side, by calling it. */
export type Question<Api, T> = (api: Remote<Api>) => Promise<T>

export interface Nested<Api> {
  /** Whoever is asked something is kept alive until he has answered. @throws {Error} if the thread ends first. */
  readonly ask: <T>(question: Question<Api, T>) => Promise<T>
  /** Ends it once it is in no native call. */
  readonly close: () => Promise<void>
}

const guard = createExitGuard()

export function startNested<Api>({ name, module, options }: NestedOptions): Nested<Api> {
  const beats = createBeats()
  const worker = new Worker(module, { name, workerData: { beats, options } })
  worker.unref()
  const gone = new Promise<unknown>(resolve => worker.once('exit', resolve))
  guard.cover(beats, gone)
  const exclude = includeNested(beats)
  const waiting = new Set<(error: Error) => void>()
  let ended: Error | null = null

  const end = (error: Error): void => {
    ended ??= error
    for (const refuse of waiting) refuse(ended)
  }
  worker.once('error', thrown => end(asError(thrown)))
  worker.once('exit', code => {
    exclude()
    end(new Error(`the thread ${name} left with code ${code}`))
  })
  const api = wrap<Api>(nodeEndpoint(worker))

  return {
    ask: async question => {
      if (ended !== null) throw ended
      worker.ref()
      let refuse = (_error: Error): void => {}
      const refusal = new Promise<never>((_, reject) => {
        refuse = reject
        waiting.add(reject)
      })
      try {
        return await Promise.race([question(api), refusal])
      } finally {
        waiting.delete(refuse)
        if (waiting.size === 0) worker.unref()
      }
    },
    close: async () => {
      await remove(worker, beats)
    },
  }
}
