import * as tf from '@tensorflow/tfjs-core'
import type { SpanRule } from '../../losses/objective.ts'
import type { ModelConfig } from '../../model/config.ts'
import type { Accumulated, Example } from '../device.ts'
import { parentsOf } from '../tree.ts'
import { nextLogprobs } from './forward.ts'

export interface Sloped {
  readonly sums: Accumulated
  /** Of Σ weight · loss, by weight name. */
  readonly gradients: ReadonlyMap<string, Float32Array>
}

/**
 * Losses of an example's spans and their gradient in every weight, by TensorFlow.js's own differentiation. The
 * objective gives ∂loss/∂logprob; Σ of that, held constant, times the log-probabilities has the gradient sought.
 */
export function lossAndGradients(
  config: ModelConfig,
  weights: ReadonlyMap<string, tf.Tensor>,
  { sequence, spans }: Example,
  rule: SpanRule,
): Sloped {
  const names = [...weights.keys()]
  const size = config.vocab_size
  const parents = parentsOf(sequence)
  const sums = { spans: 0, tokens: 0, loss: 0, weight: 0, kl: 0, clipped: 0 }

  const surrogate = (...tensors: tf.Tensor[]): tf.Tensor => {
    const logprobs = nextLogprobs(config, new Map(names.map((name, index) => [name, tensors[index]!])), sequence)
    const values = logprobs.dataSync()
    const slopes = new Float32Array(values.length)
    for (const span of spans) {
      const places = Array.from({ length: span.end - span.start }, (_, index) => {
        const at = span.start + index
        return parents[at]! * size + sequence.tokens[at]!
      })
      const { loss, gradient, kl, clipped } = rule(
        places.map(place => values[place]!),
        span,
      )
      places.forEach((place, index) => (slopes[place]! += span.weight * gradient[index]!))
      sums.spans += 1
      sums.tokens += places.length
      sums.loss += span.weight * loss
      sums.weight += span.weight
      sums.kl += kl
      sums.clipped += clipped
    }
    return tf.sum(tf.mul(logprobs, tf.tensor(slopes, logprobs.shape)), [0, 1])
  }

  const gradients = new Map<string, Float32Array>()
  tf.tidy(() => {
    const { grads } = tf.valueAndGrads(surrogate)([...weights.values()])
    names.forEach((name, index) => gradients.set(name, Float32Array.from(grads[index]!.dataSync())))
  })
  return { sums, gradients }
}
