import type { Death } from '../errors/death.ts'
import { DeathError } from '../errors/death-error.ts'
import { FailedError } from '../errors/failed-error.ts'

/**
 * Settles as soon as an actor has started, or has ended without.
 *
 * @throws {DeathError} if it died; {FailedError} if it was stopped.
 */
export function readiness(actor: string, started: Promise<void>, died: Promise<Death | null>): Promise<void> {
  const ended = died.then(death => {
    throw death === null ? new FailedError({ kind: 'stopped', actor }) : new DeathError(death)
  })
  const ready = Promise.race([started, ended])
  /* Callers that do not wait for it learn of a failed start from `died`. */
  ready.catch(() => {})
  return ready
}
