/** The response to an actor's death. */
export type Strategy =
  /** It stays dead; the others continue. */
  | { readonly kind: 'stop' }
  | RestartStrategy
  /** The whole system stops, and its inbox ends with the `DeathError`. */
  | { readonly kind: 'escalate' }

/** A fresh actor takes its place, later and later; too many deaths in too short a time escalate. */
export interface RestartStrategy {
  readonly kind: 'restart'
  /** Most deaths within `withinMs` that are answered by a restart, at least 1. */
  readonly maxRestarts?: number
  readonly withinMs?: number
  /** Until the first restart. */
  readonly firstDelayMs?: number
  /** By how much each further death within `withinMs` multiplies the delay, at least 1. */
  readonly factor?: number
  readonly maxDelayMs?: number
}

/** @throws {RangeError} naming the actor and the field. */
export function checkedStrategy(actor: string, strategy: Strategy): Required<Strategy> {
  if (strategy.kind !== 'restart') return strategy
  const { maxRestarts = 8, withinMs = 60_000, firstDelayMs = 20, factor = 2, maxDelayMs = 5_000 } = strategy
  const refuse = (field: string, wanted: string, found: number): never => {
    throw new RangeError(`supervision.${field} of ${actor} must be ${wanted}, got ${found}`)
  }
  if (!Number.isInteger(maxRestarts) || maxRestarts < 1) refuse('maxRestarts', 'a positive integer', maxRestarts)
  if (!(withinMs > 0)) refuse('withinMs', 'positive', withinMs)
  if (!(firstDelayMs >= 0 && firstDelayMs < Infinity)) refuse('firstDelayMs', 'in [0, ∞)', firstDelayMs)
  if (!(factor >= 1 && factor < Infinity)) refuse('factor', 'in [1, ∞)', factor)
  if (!(maxDelayMs >= firstDelayMs && maxDelayMs < Infinity))
    refuse('maxDelayMs', `in [firstDelayMs ${firstDelayMs}, ∞)`, maxDelayMs)
  return { kind: 'restart', maxRestarts: maxRestarts, withinMs, firstDelayMs, factor, maxDelayMs }
}
