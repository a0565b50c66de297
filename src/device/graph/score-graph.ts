import type { ModelConfig } from '../../model/config.ts'
import { headSize } from '../../model/tensors.ts'
import { decoder, decoderInputs, type Decoder } from './decoder.ts'
import { buildGraph, type Graph, type Value } from './graph.ts'
import type { GraphFile } from './onnx-file.ts'

export interface ScoredGraph {
  readonly graph: Graph
  readonly model: Decoder
  readonly weights: ReadonlyMap<string, Value>
  /** [U, V] log-probabilities of what follows the picked rows. */
  readonly logprobs: Value
}

/**
 * The forward pass over whole sequences, up to log-probabilities at picked positions.
 * Inputs: weights, ids [B, T], positions [B, T], cos and sin [positions, D / 2], mask [B or 1, 1, T · G, T], rows [U];
 * targets [K, 2] of (picked row, id); once differentiated also back [B, T], each row's place among the picked ones, or U.
 * Output: logprobs [K] of the targets, nats.
 */
export function forwardGraph(name: string, config: ModelConfig): ScoredGraph {
  const graph = buildGraph(name)
  const inputs = decoderInputs(graph, config)
  const mask = graph.input('mask', 'float32', ['M', 1, 'Q', 'T'])
  const rows = graph.input('rows', 'int32', ['U'])
  const scale = 1 / Math.sqrt(headSize(config))
  const model = decoder(graph, config, inputs, (_, heads, make) => make.attention(heads, mask, scale))
  const back = () => graph.input('back', 'int32', ['B', 'T'])
  const picked = model.operations.pick(model.hidden, config.hidden_size, rows, back)
  const logprobs = model.operations.logSoftmax(model.logits(picked))
  const targets = graph.input('targets', 'int64', ['K', 2])
  graph.output(graph.node('GatherND', [logprobs, targets]), 'logprobs')
  return { graph, model, weights: inputs.weights, logprobs }
}

/** The forward pass alone. */
export function scoreGraph(config: ModelConfig): GraphFile {
  return forwardGraph('score', config).graph.file()
}
