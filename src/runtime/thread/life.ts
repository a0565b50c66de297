/** The life of a worker thread, from its start to whatever it ends by. */
import type { Worker } from 'node:worker_threads'
import type { Report } from './assignment.ts'
import { causeOfDeath, type Death, type DeathReport } from '../errors/death.ts'
import { deferred } from '../waiting/deferred.ts'
import { readiness } from './readiness.ts'
import { remove } from './remove.ts'
import { tail } from './tail.ts'
import type { ThreadStatus } from '../waiting/thread-status.ts'
import { countdown } from '../waiting/countdown.ts'
import { lastMessage } from '../liveness/last-message.ts'
import { statusOfBeating } from '../liveness/lease.ts'
import { watch } from '../liveness/watch.ts'
import { within } from '../waiting/within.ts'

interface LifeOptions {
  readonly name: string
  readonly beats: Int32Array
  /** See `noteMessage`. */
  readonly last?: Uint8Array
  readonly startMs: number
  readonly hangMs: number
}

export interface Life {
  readonly ready: Promise<void>
  readonly died: Promise<Death | null>
  /** From now on its end is no death; it is cut off if it has not ended in time. @returns whether it finished in time. */
  readonly expectEnd: (deadlineMs: number) => Promise<boolean>
  /** Ends it at once, as a death. */
  readonly cutOff: (cause: Death['cause'], reason: string) => void
}

/** How long a thread may take to end after it was terminated; only a native call can hold it longer. */
const terminateMs = 10_000
const outputLength = 4096

export function follow(worker: Worker, { name, beats, last, startMs, hangMs }: LifeOptions): Life {
  const output = tail(outputLength, worker.stdout, worker.stderr)
  const started = deferred<void>()
  const died = deferred<Death | null>()
  let state: 'starting' | 'running' | 'ending' | 'finished' = 'starting'
  let over = false
  let thrown: { readonly error: unknown } | null = null
  let stopWatching = (): void => {}

  const end = (remains: DeathReport | null): void => {
    over = true
    stopStarting()
    stopWatching()
    const message = last === undefined ? '' : lastMessage(last)
    const taken = message === '' ? {} : { message }
    died.resolve(remains === null ? null : { actor: name, ...remains, ...taken, output: output() })
  }
  const cutOff = (cause: Death['cause'], reason: string): void => {
    end({ cause, reason, stack: '', exitCode: null })
    void remove(worker, beats)
  }
  const status = (): ThreadStatus | null => statusOfBeating(beats)
  const stopStarting = countdown(startMs, () => cutOff('start', `not ready within ${startMs} ms`), { status })

  const begin = (): void => {
    if (over || state !== 'starting') return
    state = 'running'
    stopStarting()
    const hung = (maxMs: number): void => cutOff('hang', `blocked its thread for more than ${maxMs} ms`)
    stopWatching = watch(beats, hangMs, hung, { status })
    started.resolve()
  }
  const finish = (): void => {
    state = 'finished'
    void remove(worker, beats)
  }
  const exited = (exitCode: number): void => {
    /* Only now is it sure whether it was ready: its report may come after its error. */
    if (thrown !== null) return end({ ...causeOfDeath(thrown.error, state === 'starting'), exitCode })
    if (state === 'ending' || state === 'finished') return end(null)
    end({ cause: state === 'starting' ? 'start' : 'exit', reason: `exited with code ${exitCode}`, stack: '', exitCode })
  }

  worker.on('message', (report: Report) => {
    if (report.kind === 'ready') begin()
    if (report.kind === 'finished') finish()
    if (report.kind === 'full') cutOff('out-of-memory', report.reason)
  })
  worker.on('error', (error: unknown) => (thrown = { error }))
  /* Its last output arrives in the next tick. */
  worker.on('exit', exitCode => setImmediate(exited, exitCode))

  return {
    ready: readiness(name, started.promise, died.promise),
    died: died.promise,
    cutOff,
    async expectEnd(deadlineMs) {
      const graceMs = state === 'starting' ? 0 : deadlineMs
      if (state !== 'finished') state = 'ending'
      await within(graceMs, died.promise)
      await within(terminateMs, remove(worker, beats))
      end(null)
      return state === 'finished'
    },
  }
}
