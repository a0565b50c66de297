/** Makes long reads wait while requests are answered. */
import { setTimeout as delay } from 'node:timers/promises'

export interface IdleGate {
  /** A page is being opened, and will ask for all that it shows. */
  readonly opening: () => void
  /** An answer is being made. @returns called once it is there. */
  readonly enter: () => () => void
  /** Resolves once the server has been idle for a moment, or after a timeout. */
  readonly quiet: () => Promise<void>
}

/** Milliseconds after an answer in which the same page may have another question. */
const momentMs = 80
/** Most moments that are waited for. */
const maxMoments = 4
/** Milliseconds in which a page that is opened has asked for all that it shows. */
const openingMs = 1000

export function createIdleGate(): IdleGate {
  let under = 0
  let answered = 0
  /** Answers given when it was last looked. */
  let calm = 0
  let openUntil = -Infinity
  return {
    opening: () => void (openUntil = performance.now() + openingMs),
    enter: () => {
      under += 1
      return () => {
        under -= 1
        answered += 1
      }
    },
    quiet: async () => {
      await new Promise(resolve => setImmediate(resolve))
      const leftMs = openUntil - performance.now()
      if (leftMs > 0) await delay(leftMs)
      for (let moment = 0; moment < maxMoments && (under > 0 || answered !== calm); moment += 1) {
        calm = answered
        await delay(momentMs)
      }
    },
  }
}
