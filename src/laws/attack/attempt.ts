/** One episode of the attacker, and a way to play it. Types only. */
import type { Rollout } from '../../contracts/episode.ts'

/** How an attempt was thought of; `words` are no actions that the world names. */
export type AttemptKind = 'nothing' | 'repeat' | 'early' | 'long' | 'words' | 'searched'

export interface AttackAttempt {
  readonly kind: AttemptKind
  /** At least one. */
  readonly actions: readonly string[]
}

/** The episode that an attempt became. */
export interface PlayedAttempt extends AttackAttempt {
  /** Its actions are those that were taken before it was over; `null` where it could not be played. */
  readonly rollout: Rollout | null
  /** Why it could not. */
  readonly invalid?: string
}

/** Plays attempts at one task; the same one is always the same episode. */
export type PlayAttempts = (attempts: readonly AttackAttempt[]) => Promise<readonly PlayedAttempt[]>
