import type { ModelConfig } from '../../model/config.ts'
import { cutGraph, type CutGraph } from './cut.ts'
import { forwardGraph } from './score-graph.ts'

/** Name of the output that holds the gradient of a weight. */
export const gradientOf = (weight: string): string => `gradient of ${weight}`

/** Name of the output [B, T, W] that holds the gradient of the embedding's rows as they were looked up. */
export const embeddedGradient = 'gradient of embedded'

/**
 * The forward pass, and the backward pass that goes on from it once the loss is known; what lies between, the
 * caller carries from one to the other; computing the forward pass again instead took as long.
 * Further input of the second: slopes [U, V], ∂loss/∂log-probability. Its outputs: the gradients of all weights; the
 * embedding's is in two parts, its use as the head of the model (if tied) and, for the caller to add up by id, its
 * looked-up rows.
 */
export function trainingGraphs(config: ModelConfig): CutGraph {
  const { graph, model, weights, logprobs } = forwardGraph('training', config)
  const place = graph.size()
  const slopes = graph.input('slopes', 'float32', ['U', 'V'])
  const names = [...weights.keys()].filter(name => config.tie_word_embeddings || name !== 'model.embed_tokens.weight')
  const values = [...names.map(name => weights.get(name)!), model.embedded]
  const gradients = graph.gradients(logprobs, slopes, values)
  const outputs = [...names.map(gradientOf), embeddedGradient]
  outputs.forEach((name, index) => graph.output(gradients[index]!, name))
  return cutGraph(graph.file(), place)
}
