/** The other side of `startProcess`: answers messages, one after another. */
import { writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { reasonOf } from '../../contracts/failure.ts'

export interface Served<Out> {
  /** Resolves once the message has been sent, which takes until this process is idle if it is long. */
  readonly tell: (message: Out) => Promise<void>
  /** Tells one thing more, and ends this process. */
  readonly end: (message: Out) => void
  /** The data that this process was started with; only to be called if it was started with any. */
  readonly handed: () => Promise<Uint8Array>
}

/**
 * From now on this process ends with the thread that started it, at once, also in the middle of work.
 *
 * @param open gives what answers a message; that may block the process for as long as it likes.
 */
export function serve<Out>(open: (served: Served<Out>) => Promise<(message: unknown) => Promise<void>>): void {
  /* Programs that are run here may remove all this from the globals. */
  const { pid } = process
  const send = process.send?.bind(process)
  const on = process.on.bind(process)
  const once = process.once.bind(process)
  const kill = process.kill.bind(process)
  if (send === undefined) throw new Error('this is no process of startProcess')
  const fail = (thrown: unknown): void => {
    writeSync(2, reasonOf(thrown))
    kill(pid, 'SIGKILL')
  }
  new Worker(new URL('./watch.js', import.meta.url)).unref()
  const served: Served<Out> = {
    tell: message => new Promise(resolve => send(message, () => resolve())),
    end: message => void send(message, () => kill(pid, 'SIGKILL')),
    /* Copied: the received bytes may lie anywhere in their message's buffer. */
    handed: async () => new Uint8Array(await new Promise<Uint8Array>(resolve => once('message', resolve))),
  }
  void open(served).then(work => on('message', message => void work(message).catch(fail)), fail)
}
