/** When and how each life of an actor ends, as a function of a key: the same again whenever it is tried. */
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import type { Cause } from '../../src/runtime/errors/death.ts'

/** What an actor dies of once it has started. */
export type Ailment = Exclude<Cause, 'start' | 'machine-lost' | 'link-lost'>

export interface Mortality {
  readonly seed: number
  /** What each of its lives ends by; those after the last go on. */
  readonly ailments: readonly Ailment[]
  /** Each ends by one of its first so many messages. */
  readonly messages: number
  /** Kinds of the messages that count; all, if omitted. */
  readonly kinds?: readonly string[]
}

export interface Fate {
  readonly ailment: Ailment
  /** Before it receives that message, or after it has sent it: it may not have left yet. */
  readonly side: 'inbox' | 'outbox'
  /** From 1. */
  readonly message: number
  /** From then on, ms; 0 is at once. */
  readonly delayMs: number
}

/** @returns `null` for a life that does not end. */
export function fateOf({ seed, ailments, messages }: Mortality, actor: string, incarnation: number): Fate | null {
  const ailment = ailments[incarnation]
  if (ailment === undefined) return null
  const random = randomFrom(derive(rootKey(seed), 'fate', actor, incarnation))
  return {
    ailment,
    side: random.pick(['inbox', 'outbox']),
    message: 1 + random.integer(messages),
    delayMs: random.pick([0, 0, 1, 5]),
  }
}
