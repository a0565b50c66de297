/** Runs an actor in the calling thread. */
import type { SchedulerLike } from 'rxjs'
import type { Actor, Addressed } from '../contracts/actor.ts'
import type { ActorSpec } from './deployment/actor-spec.ts'
import type { Supervised } from './system-interface.ts'
import { causeOfDeath, type Death } from './errors/death.ts'
import type { Placement, Spawned } from './deployment/deployment.ts'
import { FailedError } from './errors/failed-error.ts'
import { nameOfMessage } from './liveness/last-message.ts'
import { memoryNow } from './deployment/inspection.ts'
import { host, type Hosted } from './thread/host.ts'
import { loadActor, plainOptions } from './thread/load-actor.ts'
import { readiness } from './thread/readiness.ts'
import { deferred } from './waiting/deferred.ts'
import { within } from './waiting/within.ts'
import { switchboard, type SwitchboardParts } from './wires/switchboard.ts'
import type { Wire } from './wires/wire.ts'

/** An actor by its module, or as it is. */
export type InThreadActor = Supervised &
  (Pick<ActorSpec, 'module' | 'options'> | { readonly actor: Actor<never, Addressed> })

interface InProcessParts extends Pick<SwitchboardParts<never>, 'defer'> {
  readonly scheduler: SchedulerLike
  /** The actor's; the scheduler's, if omitted. */
  readonly now?: () => number
  /** Resolves once everything that has already reached this thread has been delivered. */
  readonly tick: () => Promise<void>
}

export interface InProcess<Port extends Wire> extends Spawned<Port> {
  /** Ends the actor at once: unfinished work is lost, but its posts arrive. */
  readonly end: (death: Death | null) => void
}

export function inProcess<Port extends Wire>(
  spec: InThreadActor,
  { ports, link, incarnation }: Placement<Port>,
  { scheduler, now = () => scheduler.now(), tick, defer }: InProcessParts,
): InProcess<Port> {
  const { name } = spec
  const options = 'module' in spec ? plainOptions(name, spec.options) : undefined
  const board = switchboard<never, Addressed>(name, link, defer === undefined ? { scheduler } : { scheduler, defer })
  for (const [peer, port] of Object.entries(ports)) board.join(peer, port)
  const died = deferred<Death | null>()
  const started = deferred<void>()
  let hosted: Hosted | null = null
  let last: Pick<Death, 'message'> = {}
  let ended = false
  let finished = false

  const run = async (): Promise<void> => {
    const actor = 'actor' in spec ? spec.actor : await loadActor(spec.module.href, options)
    if (ended) return
    const taken = (each: Addressed): void => void (last = { message: nameOfMessage(each) })
    hosted = host<never, Addressed>({ actor, name, incarnation, scheduler, now, board, taken })
    started.resolve()
    await hosted.finished
    finished = !ended
  }
  const end = (death: Death | null): void => {
    ended = true
    died.resolve(death)
    hosted?.quit()
    board.close()
  }
  run().then(
    () => end(null),
    (thrown: unknown) =>
      end({ actor: name, ...causeOfDeath(thrown, hosted === null), exitCode: null, ...last, output: '' }),
  )

  return {
    name,
    ready: readiness(name, started.promise, died.promise),
    died: died.promise,
    end,
    join: async (peer, port) => {
      if (ended) port.close()
      else board.join(peer, port)
    },
    async inspect() {
      if (ended) throw new FailedError({ kind: 'stopped', actor: name })
      return { name, links: board.counts(), memory: memoryNow(), tallies: hosted?.tallies() ?? {} }
    },
    async stop(deadlineMs = 5_000) {
      await tick()
      board.end()
      await within(deadlineMs, died.promise, scheduler)
      end(null)
      return finished
    },
  }
}
