import { clipped } from './clipped.ts'
import { crossEntropy } from './cross-entropy.ts'
import { linear } from './linear.ts'
import type { NamedObjective, SpanLoss, SpanTarget } from './objective.ts'

/**
 * The loss of one sample and its exact gradient with respect to the log-probabilities, in float64:
 * all that an engine needs besides a backward pass.
 *
 * @param logprobs [n], n ≥ 1, nats, of the span's tokens under the model being trained.
 * @throws {RangeError} as the objective's own function does.
 */
export function spanLoss(objective: NamedObjective, logprobs: ArrayLike<number>, span: SpanTarget): SpanLoss {
  switch (objective.kind) {
    case 'clipped': {
      const { clip, klWeight } = objective
      const { advantage, oldLogprobs } = span
      return clipped(logprobs, { advantage, oldLogprobs, clip, klWeight })
    }
    case 'cross-entropy':
      return crossEntropy(logprobs)
    case 'linear':
      return linear(logprobs, span.coefficients)
  }
}
