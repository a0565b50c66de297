/** Which actors of a run are alive: the one record of the dead. */

/**
 * `dead`: messages to it are lost. `restoring`: a fresh actor takes messages but has not reached the state of the one before
 * it. `ready`: it can be given work.
 */
export type ActorStatus = 'dead' | 'restoring' | 'ready'

/** Called with each death, and with each actor that is ready again. */
type LivenessListener = (actor: string, status: 'dead' | 'ready') => void

export interface Liveness {
  readonly statusOf: (actor: string) => ActorStatus
  /** The actors that are not ready, in the order in which they died. */
  readonly missing: () => readonly string[]
  /**
   * Listeners are called in the order in which they subscribed, after the status has changed.
   *
   * @returns ends the subscription.
   */
  readonly subscribe: (listener: LivenessListener) => () => void
}

export interface Roster extends Liveness {
  /** @throws errors of listeners. */
  readonly died: (actor: string) => void
  /**
   * A fresh actor is joined in its place.
   *
   * @returns declares it ready; of no effect if it has died again meanwhile.
   */
  readonly replaced: (actor: string) => () => void
}

/** A roster on which every actor is ready until it dies. */
export function createRoster(): Roster {
  const absent = new Map<string, { readonly status: 'dead' | 'restoring' }>()
  const listeners = new Set<LivenessListener>()
  const notify: LivenessListener = (actor, status) => {
    for (const listener of [...listeners]) listener(actor, status)
  }

  return {
    statusOf: actor => absent.get(actor)?.status ?? 'ready',
    missing: () => [...absent.keys()],
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    died: actor => {
      absent.set(actor, { status: 'dead' })
      notify(actor, 'dead')
    },
    replaced: actor => {
      const life = { status: 'restoring' } as const
      absent.set(actor, life)
      return () => {
        if (absent.get(actor) !== life) return
        absent.delete(actor)
        notify(actor, 'ready')
      }
    },
  }
}
