/**
 * An objective as plain data, so that it can cross a thread; what it computes is a pure function
 * from log-probabilities to a loss and its gradient, and that gradient is all an engine needs.
 */
export type Objective =
  | {
      readonly kind: 'clipped'
      /** ε > 0 of the clipped ratio. */
      readonly clip: number
      /** β ≥ 0 of the KL term. */
      readonly klWeight: number
    }
  | { readonly kind: 'cross-entropy' }

/** What an objective says of one span of n tokens. */
export interface SpanLoss {
  /** Nats. */
  readonly loss: number
  /** [n] ∂loss/∂log-probability. */
  readonly gradient: Float64Array
  /** Σ over tokens, nats. */
  readonly kl: number
  /** Tokens at which the clip was active. */
  readonly clipped: number
}
