/** The other side of `startNested`. */
import { parentPort, workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import type { Context } from '../../actor.ts'
import { asNative } from '../thread/native-calls.ts'

/** @param open gives what may be asked, from the options that the thread was started with. */
export function serveNested(open: (options: unknown, native: Context['native']) => object): void {
  /* The only maker of this data is start-nested.ts. */
  const { beats, options } = workerData as { readonly beats: Int32Array; readonly options: unknown }
  expose(
    open(options, work => asNative(beats, work)),
    nodeEndpoint(parentPort!),
  )
}
