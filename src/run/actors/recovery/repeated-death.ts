import type { Death } from '../../../runtime/errors/death.ts'
import { DeathError } from '../../../runtime/errors/death-error.ts'

/** An actor died over the same work as before: it would do so for ever, since chance is keyed and work that is lost is done again. */
class RepeatedDeathError extends Error {
  override readonly name = 'RepeatedDeathError'

  constructor(death: Death) {
    const { actor, cause, reason, message = 'nothing' } = death
    super(`${actor} died again over the same message, ${message}, as before (${cause}): ${reason}`, {
      cause: new DeathError(death),
    })
  }
}

/**
 * Finds deaths that repeat: of one actor, by one cause and reason, over one message. Others are bad luck, of which each is answered
 * by a restart.
 *
 * @returns takes the deaths of a run as they occur. @throws {RepeatedDeathError} from it, at the second.
 */
export function createRepetitionCheck(): (death: Death) => void {
  const seen = new Set<string>()
  return death => {
    const { actor, cause, reason, message } = death
    if (message === undefined) return
    const key = JSON.stringify([actor, cause, sizeless(cause, reason), withoutAttempt(message)])
    if (seen.has(key)) throw new RepeatedDeathError(death)
    seen.add(key)
  }
}

/** An episode that is played again has the name of its request, with the number of the attempt. */
const withoutAttempt = (message: string): string => message.replace(/~\d+/, '')

/** How full a heap was is another number each time. */
const sizeless = (cause: Death['cause'], reason: string): string =>
  cause === 'out-of-memory' ? reason.replaceAll(/\d+/g, '') : reason
