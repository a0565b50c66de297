import { Worker, type MessagePort } from 'node:worker_threads'
import { reasonOf } from '../../contracts/failure.ts'
import type { ExitGuard } from '../thread/exit-guard.ts'

/** What a thread that helps another is begun with. */
export interface SideThreadOrder {
  readonly name: string
  /** Address of a compiled module that calls `serveSideThread`. */
  readonly module: string
  /** Plain data for `serveSideThread`. */
  readonly options: unknown
  /** Where it is asked. */
  readonly port: MessagePort
  /** Is told, in words, how it ended. */
  readonly told: MessagePort
  /** See `createBeats`: its native calls. */
  readonly beats: Int32Array
}

/** It ends by itself, once nobody is at the other end of its port any more, and keeps no process alive. */
export function beginSideThread({ name, module, options, port, told, beats }: SideThreadOrder, guard: ExitGuard): void {
  const worker = new Worker(new URL(module), { name, workerData: { options, port, beats }, transferList: [port] })
  worker.unref()
  guard.cover(beats, new Promise(resolve => worker.once('exit', resolve)))
  let reason: string | undefined
  worker.once('error', thrown => (reason = reasonOf(thrown)))
  worker.once('exit', code => {
    told.postMessage(`the thread ${name} has ended: ${reason ?? `it left with code ${code}`}`)
    told.close()
  })
}
