/** The other side of `startSideThread`. */
import { workerData, type MessagePort } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import type { Context } from '../../contracts/actor.ts'
import { asNative } from '../liveness/native-calls.ts'

interface Given {
  readonly options: unknown
  readonly port: MessagePort
  readonly beats: Int32Array
}

/** @param open gives what may be asked, from the options that the thread was started with. */
export function serveSideThread(open: (options: unknown, native: Context['native']) => object): void {
  /* The only maker of this data is begin-side-thread.ts. */
  const { options, port, beats } = workerData as Given
  expose(
    open(options, work => asNative(beats, work)),
    nodeEndpoint(port),
  )
}
