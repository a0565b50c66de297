/** Losses that see a whole batch, so that its samples can be compared with each other. Pure. */
import type { SpanRule, SpanTarget } from './objective.ts'

/** The value of such a loss. */
export interface BatchLossValue {
  /** Nats. */
  readonly loss: number
  /** [spans][n] ∂loss/∂log-probability. */
  readonly gradients: readonly Float64Array[]
}

/**
 * The loss of a batch and its exact gradient. Sums run in the order of the spans.
 *
 * @param logprobs [spans][n], n ≥ 1, nats, under the model being trained.
 * @param spans as many, in the same order.
 */
export type BatchLoss = (
  logprobs: readonly ArrayLike<number>[],
  spans: readonly (SpanTarget & { readonly weight: number })[],
) => BatchLossValue

/** The weighted mean of a loss of single spans, Σ w L / Σ w, as an engine computes it without a batch loss. */
export const perSpan =
  (rule: SpanRule): BatchLoss =>
  (logprobs, spans) => {
    const total = spans.reduce((sum, { weight }) => sum + weight, 0)
    let loss = 0
    const gradients = spans.map((span, index) => {
      const own = rule(logprobs[index] ?? [], span)
      const share = span.weight / total
      loss += share * own.loss
      return own.gradient.map(slope => share * slope)
    })
    return { loss, gradients }
  }
