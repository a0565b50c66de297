import * as tf from '@tensorflow/tfjs-core'
import type { SpanRule } from '../../losses/objective.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import type { LossSums, Example } from '../../contracts/models/device.ts'
import { addSpan, zeroSums } from '../semantics/sums.ts'
import { parentsOf } from '../semantics/tree.ts'
import type { Backend } from './backend.ts'
import { nextLogprobs } from './forward.ts'
import { trainedShapes } from '../../model/tensors/tensors.ts'
import { lookUp } from '../../math/look-up.ts'
import { nth } from '../../math/nth.ts'

interface LossAndGradients {
  readonly sums: LossSums
  /** Of Σ weight · loss, by weight name. */
  readonly gradients: ReadonlyMap<string, Float32Array>
}

/**
 * Losses of an example's spans and their gradient in every weight that is trained, by TensorFlow.js's own differentiation. The
 * objective gives ∂loss/∂logprob; Σ of that, held constant, times the log-probabilities has the gradient sought.
 * The forward pass runs twice: a GPU can be read only between two pieces of work, not in the midst of one.
 */
export async function lossAndGradients(
  backend: Backend,
  { config, weights }: { readonly config: ModelConfig; readonly weights: ReadonlyMap<string, tf.Tensor> },
  { sequence, spans }: Example,
  rule: SpanRule,
): Promise<LossAndGradients> {
  const names = [...trainedShapes(config).keys()]
  const size = config.vocab_size
  const parents = parentsOf(sequence)
  const sums = zeroSums()
  sums.read = sequence.tokens.length

  const logprobs = nth(await backend.compute(() => [nextLogprobs(config, weights, sequence)]), 0)
  const logprobGradients = new Float32Array(logprobs.length)
  for (const span of spans) {
    const places = Array.from({ length: span.end - span.start }, (_, index) => {
      const at = span.start + index
      return nth(parents, at) * size + nth(sequence.tokens, at)
    })
    const spanLoss = rule(
      places.map(place => nth(logprobs, place)),
      span,
    )
    places.forEach(
      (place, index) =>
        (logprobGradients[place] = nth(logprobGradients, place) + span.weight * nth(spanLoss.gradient, index)),
    )
    const rows = places.map(place => logprobs.subarray(place - (place % size), place - (place % size) + size))
    addSpan(
      sums,
      span,
      spanLoss,
      rows.reduce((sum, row) => sum + entropy(row), 0),
    )
  }

  const surrogate = (...tensors: tf.Tensor[]): tf.Tensor => {
    const trained = names.map((name, index) => [name, nth(tensors, index)] as const)
    const next = nextLogprobs(config, new Map([...weights, ...trained]), sequence)
    return tf.sum(tf.mul(next, tf.tensor(logprobGradients, next.shape)), [0, 1])
  }
  const gradients = await backend.compute(() => tf.grads(surrogate)(names.map(name => lookUp(weights, name))))
  return { sums, gradients: new Map(names.map((name, index) => [name, nth(gradients, index)])) }
}

/** Of the distribution with these log-probabilities, nats. */
function entropy(logprobs: ArrayLike<number>): number {
  return -Array.from(logprobs).reduce((sum, logprob) => sum + Math.exp(logprob) * logprob, 0)
}
