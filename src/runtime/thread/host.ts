import type { Actor, Addressed, Context } from '../../actor.ts'
import type { Switchboard } from '../wires/switchboard.ts'

/**
 * Runs an actor at its switchboard. Resolves when its outbox has ended and all it sent has left.
 *
 * @throws what the actor's outbox ended with, or what sending threw: either is a crash.
 */
export async function host<In extends Addressed, Out extends Addressed>(
  actor: Actor<In, Out>,
  context: Context,
  { inbox, send, settled }: Pick<Switchboard<In, Out>, 'inbox' | 'send' | 'settled'>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const outbox = actor(inbox, context)
    const subscription = outbox.subscribe({
      next: message => {
        try {
          send(message)
        } catch (error) {
          reject(error)
          queueMicrotask(() => subscription.unsubscribe())
        }
      },
      error: reject,
      complete: resolve,
    })
  })
  await settled()
}
