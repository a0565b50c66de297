import type { Death } from './death.ts'

/** A promise's way to say that an actor died. */
export class DeathError extends Error {
  override readonly name = 'DeathError'
  readonly death: Death

  constructor(death: Death) {
    const output = death.output === '' ? '' : `\n${death.output}`
    super(`${death.actor} died (${death.cause}): ${death.reason}${output}`)
    this.death = death
  }
}
