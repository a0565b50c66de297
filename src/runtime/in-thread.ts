/** The same actors and the same links in the calling thread: for tests, debugging and embedding. */
import type { Actor, Addressed } from '../actor.ts'
import { turn } from '../streams/turn.ts'
import { assemble, type AssembleOptions, type System } from './assemble.ts'
import { now } from './waiting/clock.ts'
import { causeOfDeath, type Death } from './death.ts'
import { deferred } from './waiting/deferred.ts'
import { host } from './thread/host.ts'
import type { LinkOptions } from './wires/link.ts'
import { loadActor } from './thread/load-actor.ts'
import { readiness } from './thread/readiness.ts'
import type { ActorSpec, Spawned } from './thread/spawn.ts'
import { switchboard } from './wires/switchboard.ts'
import { within } from './waiting/within.ts'
import type { Ports } from './wires/wiring.ts'

/** An actor by its module, or as it is. */
export type InThreadActor =
  Pick<ActorSpec, 'name' | 'module' | 'options'> | { readonly name: string; readonly actor: Actor<never, Addressed> }

/**
 * `createSystem` without threads. Messages are cloned as between threads, and arrive in a later turn.
 * An actor that blocks blocks everybody, and one that never ends its outbox is only cut off.
 */
export const createInThread = <In extends Addressed, Out extends Addressed>(
  options: AssembleOptions<InThreadActor>,
): Promise<System<In, Out>> => assemble(options, launch)

function launch(spec: InThreadActor, ports: Ports, link: LinkOptions): Spawned {
  const { name } = spec
  const board = switchboard<never, Addressed>(name, link)
  for (const [peer, port] of Object.entries(ports)) board.join(peer, port)
  const died = deferred<Death | null>()
  const started = deferred<void>()
  let starting = true
  let finished = false

  const run = async (): Promise<void> => {
    const actor = 'actor' in spec ? spec.actor : await loadActor(spec.module.href, spec.options)
    const work = host<never, Addressed>(actor, { name, now }, board)
    starting = false
    started.resolve()
    await work
    finished = true
  }
  const end = (death: Death | null): void => {
    died.resolve(death)
    board.close()
  }
  run().then(
    () => end(null),
    (thrown: unknown) => end({ actor: name, ...causeOfDeath(thrown, starting), exitCode: null, output: '' }),
  )

  return {
    name,
    ready: readiness(name, started.promise, died.promise),
    died: died.promise,
    join: async (peer, port) => board.join(peer, port),
    inspect: async () => ({ name, links: board.counts(), heapUsed: process.memoryUsage().heapUsed }),
    async stop(deadlineMs = 5_000) {
      await turn()
      board.end()
      await within(deadlineMs, died.promise)
      end(null)
      return finished
    },
  }
}
