/** Updates the roster from the events of the system, and restores each actor that was restarted. */
import { asError } from '../../../contracts/failure.ts'
import type { Client } from '../../../contracts/messages/client.ts'
import type { Roster } from '../../../runtime/supervision/roster.ts'
import type { SystemEvent } from '../../../runtime/supervision/system-event.ts'

interface RecoveryOptions {
  readonly client: Pick<Client, 'restore'>
  readonly roster: Pick<Roster, 'died' | 'replaced'>
  readonly fail: (error: Error) => void
}

/** @returns takes the events of the system, each as it occurs. @throws errors of the roster's listeners. */
export function createRecovery({ client, roster, fail }: RecoveryOptions): (event: SystemEvent) => void {
  const restore = async (actor: string): Promise<void> => {
    const ready = roster.replaced(actor)
    await client.restore(actor)
    ready()
  }

  return event => {
    switch (event.kind) {
      case 'exited':
        return fail(new Error(`${event.actor} ended its outbox while the run still needs it`))
      case 'restarted':
        return void restore(event.actor).catch((thrown: unknown) => fail(asError(thrown)))
      case 'died':
        return roster.died(event.death.actor)
    }
  }
}
