/** Starts an actor in a worker thread and watches over it until it ends. */
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { reasonOf } from '../../contracts/failure.ts'
import type { ActorSpec } from '../deployment/actor-spec.ts'
import type { Placement, Spawned } from '../deployment/deployment.ts'
import { fullness, heapLimits, withRoom } from '../heap/limits.ts'
import { watchHeapOf } from '../heap/watch-other.ts'
import { answered } from '../waiting/answered.ts'
import { beginSideThread } from '../side-thread/begin-side-thread.ts'
import type { Assignment, Report } from './assignment.ts'
import { given, remote } from './control.ts'
import { plainOptions } from './load-actor.ts'
import { holdExitFor } from '../liveness/exit-guard.ts'
import { keepLoopsInterruptible } from './interruptible.ts'
import { createLastMessage } from '../liveness/last-message.ts'
import { createBeats } from '../liveness/lease.ts'
import { follow } from './life.ts'

/** Most time for an answer of a thread that is not blocked. */
const answerMs = 10_000

export function spawn(
  spec: ActorSpec,
  { ports, link, incarnation, clockMs = 0 }: Placement<MessagePort>,
): Spawned<MessagePort> {
  const { name, module, options, startMs = 60_000, hangMs = 5_000, resourceLimits = {}, profile = null } = spec
  for (const [field, value] of Object.entries({ startMs, hangMs })) {
    if (!(value > 0 && value < 2 ** 31)) throw new RangeError(`${field} of ${name} must be in (0, 2³¹), got ${value}`)
  }
  const { port1, port2 } = new MessageChannel()
  const beats = createBeats()
  const last = createLastMessage()
  const checks = new Int32Array(new SharedArrayBuffer(4))
  const assignment: Assignment = {
    name,
    module: module.href,
    options: plainOptions(name, options),
    control: port2,
    ports,
    link,
    incarnation,
    clockMs,
    profile,
    beats,
    beatMs: Math.max(1, hangMs / 16),
    resourceLimits,
    last,
    checks,
  }
  keepLoopsInterruptible()
  const worker = new Worker(new URL('./host-worker.js', import.meta.url), {
    name,
    workerData: assignment,
    transferList: [port2, ...Object.values(ports)],
    resourceLimits: withRoom(resourceLimits),
    stdout: true,
    stderr: true,
  })
  const { ready, died, expectEnd, cutOff } = follow(worker, { name, beats, last, startMs, hangMs })
  holdExitFor(beats, new Promise(resolve => worker.once('exit', resolve)))
  worker.on('message', (report: Report) => {
    if (report.kind === 'side-thread') void beginSideThread(report.order)
  })
  const limits = () => heapLimits(resourceLimits, worker.resourceLimits ?? {})
  watchHeapOf(worker, {
    limits,
    checks,
    full: used => cutOff('out-of-memory', fullness(used, limits())),
  })
  const control = remote(port1)
  void died.then(() => port1.close())

  /* An actor may block its thread for as long as it is no hang: under a lease that it takes after it was asked, too. */
  const asked = <T>(verb: string, answer: Promise<T>): Promise<T> => {
    let leaseMs = 0
    const deadlineMs = (): number => {
      leaseMs = Math.max(leaseMs, Atomics.load(beats, 1))
      return hangMs + leaseMs + answerMs
    }
    return answered(answer, { actor: name, verb, deadlineMs, ended: died })
  }

  return {
    name,
    ready,
    died,
    join: async (peer, port) => {
      try {
        await asked('join', control.join(peer, given(port)))
      } catch (error) {
        cutOff('hang', reasonOf(error))
      }
    },
    inspect: () => asked('inspect', control.inspect()),
    stop: (deadlineMs = 5_000) => {
      /* Answered, if at all, by the end itself. */
      void control.finish()
      return expectEnd(deadlineMs)
    },
  }
}
