import type { ModelConfig } from '../../model/config.ts'
import { forwardGraph } from './score-graph.ts'

/** Name of the output that holds the gradient of a weight. */
export const gradientOf = (weight: string): string => `gradient of ${weight}`

/** Name of the output [B, T, W] that holds the gradient of the embedding's rows as they were looked up. */
export const embeddedGradient = 'gradient of embedded'

/**
 * Forward and backward in one: the forward values are computed again rather than carried over from `score`,
 * for carrying them through JavaScript costs more than computing them.
 * Further input: slopes [U, V], ∂loss/∂log-probability. Outputs: the gradients of all weights; the embedding's is
 * in two parts, its use as the head of the model (if tied) and, for the caller to add up by id, its looked-up rows.
 */
export function gradientGraph(config: ModelConfig): Uint8Array {
  const { graph, model, weights, logprobs } = forwardGraph('gradient', config)
  const slopes = graph.input('slopes', 'float32', ['U', 'V'])
  const names = [...weights.keys()].filter(name => config.tie_word_embeddings || name !== 'model.embed_tokens.weight')
  const values = [...names.map(name => weights.get(name)!), model.embedded]
  const gradients = graph.gradients(logprobs, slopes, values)
  const outputs = [...names.map(gradientOf), embeddedGradient]
  outputs.forEach((name, index) => graph.output(gradients[index]!, name))
  return graph.encode()
}
