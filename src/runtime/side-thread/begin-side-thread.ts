import { Worker, type MessagePort } from 'node:worker_threads'
import { reasonOf } from '../../contracts/failure.ts'
import { withRoom } from '../heap/limits.ts'
import { holdExitFor } from '../liveness/exit-guard.ts'

/** Start options of a helper thread. */
export interface SideThreadOrder {
  readonly name: string
  /** Address of a compiled module that calls `serveSideThread`. */
  readonly module: string
  /** Plain data for `serveSideThread`. */
  readonly options: unknown
  /** For requests to it. */
  readonly port: MessagePort
  /** Gets one message, in words, when it has ended. */
  readonly ended: MessagePort
  /** See `createBeats`: its native calls. */
  readonly beats: Int32Array
}

/** Starts a helper thread. It ends once the other end of its port is closed, and keeps no process alive. @returns resolves when it has ended. */
export function beginSideThread({ name, module, options, port, ended, beats }: SideThreadOrder): Promise<unknown> {
  const worker = new Worker(new URL(module), {
    name,
    workerData: { options, port, beats },
    transferList: [port],
    resourceLimits: withRoom({}),
  })
  worker.unref()
  const gone = new Promise(resolve => worker.once('exit', resolve))
  holdExitFor(beats, gone)
  let reason: string | undefined
  worker.once('error', thrown => (reason = reasonOf(thrown)))
  worker.once('exit', code => {
    ended.postMessage(`the thread ${name} has ended: ${reason ?? `it exited with code ${code}`}`)
    ended.close()
  })
  return gone
}
