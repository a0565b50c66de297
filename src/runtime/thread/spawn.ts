/** Starts an actor in a worker thread and watches over it until it ends. */
import { MessageChannel, Worker, type MessagePort, type ResourceLimits } from 'node:worker_threads'
import { ask } from '../waiting/ask.ts'
import type { Assignment } from './assignment.ts'
import { given, remote, type Inspection } from './control.ts'
import type { Death } from '../death.ts'
import { follow } from './life.ts'
import type { LinkOptions } from '../wires/link.ts'

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
  const { ready, died, expectEnd } = follow(worker, { name, beats, startMs, hangMs })
  const control = remote(port1)
  void died.then(() => port1.close())

  /* An actor may block its thread for as long as it is no hang. */
  const asked = <T>(verb: string, answer: Promise<T>): Promise<T> =>
    ask(answer, { actor: name, verb, deadlineMs: hangMs, ended: died })

  return {
    name,
    ready,
    died,
    join: (peer, port) => asked('join', control.join(peer, given(port))),
    inspect: () => asked('inspect', control.inspect()),
    stop: (deadlineMs = 5_000) => {
      /* Answered, if at all, by the end itself. */
      void control.finish()
      return expectEnd(deadlineMs)
    },
  }
}
