/** The same actors and the same links in the calling thread: for tests, debugging and embedding. */
import type { MessagePort } from 'node:worker_threads'
import type { Actor, Addressed } from '../actor.ts'
import { turn } from '../streams/turn.ts'
import { assemble, type AssembleOptions, type Supervised, type System } from './assemble.ts'
import { causeOfDeath, type Death } from './death.ts'
import type { Placement, Spawned } from './deployment.ts'
import { FailedError } from './errors/failed-error.ts'
import { host, type Hosted } from './thread/host.ts'
import { loadActor, plain } from './thread/load-actor.ts'
import { readiness } from './thread/readiness.ts'
import type { ActorSpec } from './thread/spawn.ts'
import { realTime } from './waiting/clock.ts'
import { deferred } from './waiting/deferred.ts'
import { within } from './waiting/within.ts'
import { channel } from './wires/channel.ts'
import { switchboard } from './wires/switchboard.ts'

/** An actor by its module, or as it is. */
export type InThreadActor = Supervised &
  (Pick<ActorSpec, 'module' | 'options'> | { readonly actor: Actor<never, Addressed> })

/**
 * `createSystem` without threads. Messages are cloned as between threads, and arrive in a later turn.
 * An actor that blocks blocks everybody, and one that never ends its outbox is only cut off.
 */
export const createInThread = <In extends Addressed, Out extends Addressed>(
  options: AssembleOptions<InThreadActor>,
): Promise<System<In, Out>> => assemble(options, { launch, channel, scheduler: realTime })

function launch(spec: InThreadActor, { ports, link, incarnation }: Placement<MessagePort>): Spawned<MessagePort> {
  const { name } = spec
  const options = 'module' in spec ? plain(name, spec.options) : undefined
  const board = switchboard<never, Addressed>(name, link)
  for (const [peer, port] of Object.entries(ports)) board.join(peer, port)
  const died = deferred<Death | null>()
  const started = deferred<void>()
  let hosted: Hosted | null = null
  let ended = false
  let finished = false

  const run = async (): Promise<void> => {
    const actor = 'actor' in spec ? spec.actor : await loadActor(spec.module.href, options)
    hosted = host<never, Addressed>({ actor, name, incarnation, scheduler: realTime, board })
    started.resolve()
    await hosted.finished
    finished = true
  }
  const end = (death: Death | null): void => {
    ended = true
    died.resolve(death)
    hosted?.quit()
    board.close()
  }
  run().then(
    () => end(null),
    (thrown: unknown) => end({ actor: name, ...causeOfDeath(thrown, hosted === null), exitCode: null, output: '' }),
  )

  return {
    name,
    ready: readiness(name, started.promise, died.promise),
    died: died.promise,
    join: async (peer, port) => (ended ? port.close() : board.join(peer, port)),
    async inspect() {
      if (ended) throw new FailedError({ kind: 'stopped', actor: name })
      const { heapUsed } = process.memoryUsage()
      return { name, links: board.counts(), heapUsed, tallies: hosted?.tallies() ?? {} }
    },
    async stop(deadlineMs = 5_000) {
      await turn()
      board.end()
      await within(deadlineMs, died.promise)
      end(null)
      return finished
    },
  }
}
