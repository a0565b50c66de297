import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { trainedShapes } from '../../../model/tensors/tensors.ts'
import { chosen } from '../logits.ts'
import { cutGraph, type CutGraph } from '../cut.ts'
import { forwardPass } from './forward-pass.ts'
import { lookUp } from '../../../math/look-up.ts'
import { nth } from '../../../math/nth.ts'

/** Operators that cost little next to products with weights: those on single numbers or rows, and the scores of attention, which take most memory. */
const light: ReadonlySet<string> = new Set([
  ...['Reshape', 'Transpose', 'Slice', 'Concat', 'Mul', 'SimplifiedLayerNormalization'],
  ...['com.microsoft.FusedMatMul', 'Add', 'ReduceMax', 'Max', 'Sub', 'Exp', 'Div', 'Sigmoid'],
])

/** Name of the output that holds the gradient of a weight. */
export const gradientOf = (weight: string): string => `gradient of ${weight}`

/** Name of the output [N, W] that holds the gradient of the embedding's rows as they were looked up. */
export const embeddedGradient = 'gradient of embedded'

/**
 * The forward pass, and the backward pass that follows once the loss is known; the caller carries intermediate
 * values from one to the other.
 * Outputs of the first: logprobs [K] of the targets and entropies [U] of the distributions, nats.
 * Further inputs of the second: logprobGradients [K], ∂loss/∂log-probability, and what `chosen` takes.
 * Its outputs: the gradients of all weights that are trained. The embedding's is in two parts, its use as the head of the model (if tied)
 * and, for the caller to add up by id, its looked-up rows.
 *
 * @param portable whether they are run elsewhere than on the processor.
 * @param prefix whether what all sequences begin with is there once: see `forwardPass`.
 * @param lean whether the second part computes again what takes little time, rather than have it carried: about half as much to hold.
 */
export function trainingGraphs(
  config: ModelConfig,
  { portable, lean, prefix }: { readonly portable: boolean; readonly lean: boolean; readonly prefix: boolean },
): CutGraph {
  const { graph, embedded, weights, logits } = forwardPass('training', config, { steady: false, portable, prefix })
  const { logprobs, entropies } = chosen(graph, logits, config.vocab_size)
  graph.output(logprobs, 'logprobs')
  graph.output(entropies(), 'entropies', ['U'])
  const place = graph.size()
  const logprobGradients = graph.input('logprobGradients', 'float32', ['K'])
  const shapes = trainedShapes(config)
  const embedding = 'model.embed_tokens.weight'
  const names = [...shapes.keys()].filter(name => config.tie_word_embeddings || name !== embedding)
  const lookedUp = shapes.has(embedding) ? [embedded] : []
  const parameters = [...names.map(name => lookUp(weights, name)), ...lookedUp]
  const gradients = graph.gradients(logprobs, logprobGradients, parameters)
  names.forEach((name, index) => graph.output(nth(gradients, index), gradientOf(name), shapes.get(name)))
  if (lookedUp.length > 0) graph.output(nth(gradients, names.length), embeddedGradient, ['N', config.hidden_size])
  return cutGraph(graph.file(), place, lean ? light : undefined)
}
