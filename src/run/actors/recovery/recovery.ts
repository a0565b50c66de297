/** Brings an actor that died back to where it stood; what it had a part in goes on once nobody is missing. */
import { asError } from '../../../contracts/failure.ts'
import type { SystemEvent } from '../../../runtime/supervision/system-event.ts'
import type { Client } from '../../../contracts/client.ts'
import type { Rollouts } from '../../../contracts/rollouts.ts'

export interface RecoveryOptions {
  readonly client: Pick<Client, 'lost' | 'restore'>
  readonly rollouts: Pick<Rollouts, 'lost' | 'resume'>
  readonly fail: (error: Error) => void
}

/** @returns takes the events of the system, each as soon as it is told. */
export function createRecovery({ client, rollouts, fail }: RecoveryOptions): (event: SystemEvent) => void {
  /** Actors that are dead or not yet restored, with the number of the death that it is about. */
  const missing = new Map<string, number>()
  let deaths = 0

  const restore = async (actor: string): Promise<void> => {
    const death = missing.get(actor)
    await client.restore(actor)
    /* It may have died again meanwhile, and then its successor is another's business. */
    if (missing.get(actor) !== death) return
    missing.delete(actor)
    if (missing.size === 0) rollouts.resume()
  }

  return event => {
    if (event.kind === 'exited') return fail(new Error(`${event.actor} ended its outbox while the run still needs it`))
    if (event.kind === 'restarted') return void restore(event.actor).catch((thrown: unknown) => fail(asError(thrown)))
    const { actor } = event.death
    deaths += 1
    missing.set(actor, deaths)
    client.lost(actor)
    rollouts.lost(actor)
  }
}
