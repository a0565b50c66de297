/** The same actors and the same links in the calling thread: for debugging and embedding. */
import type { MessagePort } from 'node:worker_threads'
import type { Addressed } from '../contracts/actor.ts'
import { tick } from '../streams/tick.ts'
import { assemble } from './assemble.ts'
import type { AssembleOptions, System } from './system-interface.ts'
import type { Placement, Spawned } from './deployment/deployment.ts'
import { inProcess, type InThreadActor } from './in-process.ts'
import { awakeTime } from './waiting/awake-time.ts'
import { now } from './waiting/clock.ts'
import { channel } from './wires/channel.ts'

export type { InThreadActor } from './in-process.ts'

/**
 * `createSystem` without threads. Messages are cloned as between threads, and arrive in a later tick.
 * An actor that blocks blocks everybody, and one that never ends its outbox is only cut off.
 */
export function createInThread<In extends Addressed, Out extends Addressed>(
  options: AssembleOptions<InThreadActor>,
): Promise<System<In, Out>> {
  const scheduler = awakeTime()
  const launch = (spec: InThreadActor, placement: Placement<MessagePort>): Spawned<MessagePort> =>
    inProcess(spec, placement, { scheduler, now, tick })
  return assemble(options, { launch, channel, scheduler, tick })
}
