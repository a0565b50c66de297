import type { Worker } from 'node:worker_threads'
import { giveUp, nativeCalls } from '../liveness/native-calls.ts'

const checkMs = 5

/**
 * Ends a thread at once or, if it is in a native call, when that has returned; one that never returns does not keep the
 * process alive. Resolves once the thread has ended.
 */
export function remove(worker: Worker, beats: Int32Array): Promise<unknown> {
  giveUp(beats)
  if (nativeCalls(beats) === 0) return worker.terminate()
  worker.unref()
  return new Promise(resolve => {
    const end = (): void => {
      clearInterval(timer)
      resolve(worker.terminate())
    }
    const timer = setInterval(() => {
      /* An exited thread reports no calls any more. */
      if (nativeCalls(beats) === 0 || worker.threadId === -1) end()
    }, checkMs).unref()
  })
}
