/** The actors of a run and the trainer's place among them. */
import { addresses } from '../../contracts/addresses.ts'
import { asError } from '../../contracts/failure.ts'
import type { Abandon, Closed, Play, ToTrainer } from '../../contracts/messages/run.ts'
import { createSystem } from '../../runtime/system.ts'
import type { SystemEvent } from '../../runtime/supervision/system-event.ts'
import { createClient } from './client.ts'
import type { Client } from '../../contracts/client.ts'
import type { Logged } from './recovery/message-log.ts'
import { createRecovery } from './recovery/recovery.ts'
import { actorsOf, edgesOf, type RolesOptions } from './roles.ts'
import { createRollouts } from '../../rollout/rollouts.ts'
import type { Rollouts } from '../../contracts/rollouts.ts'

export interface RunActorsOptions extends RolesOptions {
  /** Told of each actor that died, and of each that stands in its place. */
  readonly tell: (event: SystemEvent) => void
}

export interface RunActors {
  readonly client: Client
  readonly rollouts: Rollouts
  /** Rejects whatever waits for an actor, and whatever will. */
  readonly fail: (error: Error) => void
  readonly stop: () => Promise<void>
}

/** Starts every actor in a thread of its own. @throws {DeathError} if one does not get ready. */
export async function startActors({ tell, ...roles }: RunActorsOptions): Promise<RunActors> {
  const { environmentThreads: threads } = roles
  const system = await createSystem<ToTrainer, Play | Abandon | Closed | Logged>({
    caller: addresses.trainer,
    actors: actorsOf(roles),
    edges: edgesOf(roles),
    /* A reply sooner is worth less than a fuller batch: the gpu actor would make twice as many calls. */
    link: { gather: 1024 },
  })
  const client = createClient(system)
  const rollouts = createRollouts({ inbox: system.inbox, send: system.send, threads })
  const fail = (error: Error): void => {
    client.fail(error)
    rollouts.fail(error)
  }
  const recover = createRecovery({ client, rollouts, fail })
  system.events.subscribe(event => {
    try {
      recover(event)
      tell(event)
    } catch (thrown) {
      fail(asError(thrown))
    }
  })

  return {
    client,
    rollouts,
    fail,
    stop: async () => {
      client.close()
      await system.stop()
    },
  }
}
