/** A set of actors in worker threads, joined port to port, with one address in the calling thread. */
import type { Addressed } from '../contracts/actor.ts'
import { tick } from '../streams/tick.ts'
import { assemble } from './assemble.ts'
import type { AssembleOptions, System } from './system-interface.ts'
import { awakeTime } from './waiting/awake-time.ts'
import { channel } from './wires/channel.ts'
import type { ActorSpec } from './deployment/actor-spec.ts'
import { spawn } from './thread/spawn.ts'

export type { System } from './system-interface.ts'

export type SystemOptions = AssembleOptions<ActorSpec>

/**
 * Starts all actors, each in a worker thread, and joins them; resolves when every one is ready.
 *
 * @throws {DeathError} if an actor does not get ready: the others are stopped first.
 * @throws {RangeError} if two addresses are the same, or an edge names an unknown one.
 */
export function createSystem<In extends Addressed, Out extends Addressed>(
  options: SystemOptions,
): Promise<System<In, Out>> {
  return assemble(options, { launch: spawn, channel, scheduler: awakeTime(), tick })
}
