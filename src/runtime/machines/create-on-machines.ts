/** A system of actors some of which are on other machines. */
import type { MessagePort } from 'node:worker_threads'
import type { Addressed } from '../../contracts/actor.ts'
import { tick } from '../../streams/tick.ts'
import { assemble } from '../assemble.ts'
import type { ActorSpec } from '../deployment/actor-spec.ts'
import type { Placement, Spawned } from '../deployment/deployment.ts'
import type { AssembleOptions, System } from '../system-interface.ts'
import { spawn } from '../thread/spawn.ts'
import { awakeTime } from '../waiting/awake-time.ts'
import { channel } from '../wires/channel.ts'
import type { Bus } from './bus.ts'
import { createWorkerPlaces } from './places.ts'
import { remoteActor } from './remote-actor.ts'

export interface MachinesOptions {
  readonly bus: Bus
  /** Names the run to workers. */
  readonly run: string
  /** Where an actor is to be: `here`, on a worker that has this, or on any (`null`). */
  readonly whereIs: (actor: string) => 'here' | { readonly on: string | null }
  /** Longest wait for a worker with a free place, ms. */
  readonly waitMs: number
  /** Told what is waited for and what moves, in words. */
  readonly tell: (text: string) => void
  /** Called with an actor that is alive, and about to be replaced by one on another worker. */
  readonly moving?: (actor: string) => void
}

/**
 * `createSystem` with some actors on workers. Every frame between two actors passes the calling thread, unless both are here.
 *
 * @throws what `createSystem` throws; {DeathError} too if no worker takes an actor in time.
 */
export async function createOnMachines<In extends Addressed, Out extends Addressed>(
  options: AssembleOptions<ActorSpec>,
  { whereIs, moving = () => {}, ...machines }: MachinesOptions,
): Promise<System<In, Out>> {
  const scheduler = awakeTime()
  /* One that cannot be replaced has died, which is told, or the system has ended. */
  const restart = (actor: string): Promise<void> | null =>
    system?.restart(actor, () => moving(actor)).catch(() => {}) ?? null
  const places = createWorkerPlaces({ ...machines, restart, scheduler })
  let system: System<In, Out> | null = null
  const launch = (spec: ActorSpec, placement: Placement<MessagePort>): Spawned<MessagePort> => {
    const where = whereIs(spec.name)
    if (where === 'here') return spawn(spec, placement)
    return remoteActor({ spec, placement, on: where.on, places, scheduler })
  }
  try {
    const assembled = await assemble<In, Out, ActorSpec, MessagePort>(options, { launch, channel, scheduler, tick })
    system = assembled
    return {
      ...assembled,
      stop: async deadlineMs => {
        await assembled.stop(deadlineMs)
        places.close()
      },
    }
  } catch (error) {
    places.close()
    throw error
  }
}
