/** Starts an actor in a worker thread and watches over it until it ends. */
import { MessageChannel, Worker, type MessagePort, type ResourceLimits } from 'node:worker_threads'
import { ask } from './ask.ts'
import type { Assignment, Report } from './assignment.ts'
import { given, remote, type Inspection } from './control.ts'
import { causeOfDeath, type Cause, type Death } from './death.ts'
import { deferred } from './deferred.ts'
import type { LinkOptions } from './link.ts'
import { readiness } from './readiness.ts'
import { tail } from './tail.ts'
import { watch } from './watch.ts'
import { within } from './within.ts'

/** An actor to be, as plain data. */
export interface ActorSpec {
  /** Its address. */
  readonly name: string
  /** Compiled module whose default export is an `ActorFactory`. */
  readonly module: URL
  /** Plain data for the factory. */
  readonly options?: unknown
  readonly resourceLimits?: ResourceLimits
  /** Most time until the actor is ready. */
  readonly startMs?: number
  /** Longest time for which the actor may block its thread; more is a hang. */
  readonly hangMs?: number
}

export interface SpawnOptions extends ActorSpec {
  /** Ports to the addresses it speaks with; given away. */
  readonly ports?: Readonly<Record<string, MessagePort>>
  readonly link?: LinkOptions
}

export interface Spawned {
  readonly name: string
  /** Rejects with a `DeathError` if the actor does not get ready. */
  readonly ready: Promise<void>
  /** How the actor died; `null` once it has ended because it finished or was stopped. */
  readonly died: Promise<Death | null>
  /** @throws {FailedError} if the actor ends first or does not answer. */
  readonly join: (peer: string, port: MessagePort) => Promise<void>
  /** @throws {FailedError} if the actor ends first or does not answer. */
  readonly inspect: () => Promise<Inspection>
  /** Ends the inbox, and the thread after `deadlineMs` at the latest. @returns whether the actor finished by itself. */
  readonly stop: (deadlineMs?: number) => Promise<boolean>
}

const answerMs = 10_000

export function spawn(options: SpawnOptions): Spawned {
  const { name, module, ports = {}, link = {}, startMs = 60_000, hangMs = 60_000, resourceLimits = {} } = options
  const { port1, port2 } = new MessageChannel()
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const assignment: Assignment = {
    name,
    module: module.href,
    options: options.options,
    control: port2,
    ports,
    link,
    beats,
    beatMs: Math.max(1, hangMs / 8),
  }
  const worker = new Worker(new URL('./host-worker.js', import.meta.url), {
    name,
    workerData: assignment,
    transferList: [port2, ...Object.values(ports)],
    resourceLimits,
    stdout: true,
    stderr: true,
  })
  const output = tail(4096, worker.stdout, worker.stderr)
  const control = remote(port1)

  let state: 'starting' | 'running' | 'finishing' = 'starting'
  let finished = false
  let thrown: Pick<Death, 'cause' | 'reason' | 'stack'> | null = null
  const died = deferred<Death | null>()
  const started = deferred<void>()

  const end = (death: Pick<Death, 'cause' | 'reason' | 'stack' | 'exitCode'> | null): void => {
    clearTimeout(startTimer)
    stopWatching()
    port1.close()
    died.resolve(death === null ? null : { actor: name, ...death, output: output() })
  }
  const cutOff = (cause: Cause, reason: string): void => {
    end({ cause, reason, stack: '', exitCode: null })
    void worker.terminate()
  }
  const startTimer = setTimeout(() => cutOff('start', `not ready within ${startMs} ms`), startMs)
  let stopWatching = (): void => {}

  worker.on('message', ({ kind }: Report) => {
    if (kind === 'ready') {
      clearTimeout(startTimer)
      if (state !== 'starting') return
      state = 'running'
      stopWatching = watch(beats, hangMs, () => cutOff('hang', `blocked its thread for more than ${hangMs} ms`))
      started.resolve()
    } else {
      state = 'finishing'
      finished = true
      void worker.terminate()
    }
  })
  worker.on('error', (error: unknown) => {
    thrown = causeOfDeath(error, state === 'starting')
  })
  worker.on('exit', exitCode => {
    /* What it wrote last arrives in the turn after. */
    setImmediate(() => {
      if (thrown !== null) end({ ...thrown, exitCode })
      else if (state === 'finishing') end(null)
      else
        end({
          cause: state === 'starting' ? 'start' : 'exit',
          reason: `left with code ${exitCode}`,
          stack: '',
          exitCode,
        })
    })
  })

  const asked = <T>(verb: string, answer: Promise<T>): Promise<T> =>
    ask(answer, { actor: name, verb, deadlineMs: answerMs, ended: died.promise })

  return {
    name,
    ready: readiness(name, started.promise, died.promise),
    died: died.promise,
    join: (peer, port) => asked('join', control.join(peer, given(port))),
    inspect: () => asked('inspect', control.inspect()),
    async stop(deadlineMs = 5_000) {
      if (state === 'starting') deadlineMs = 0
      state = 'finishing'
      void control.finish()
      await within(deadlineMs, died.promise)
      if (finished) return true
      await within(answerMs, worker.terminate())
      end(null)
      return false
    },
  }
}
