import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { forwardPass } from './forward-pass.ts'
import { chosen } from '../logits.ts'
import type { GraphFile } from '../onnx-file.ts'

/** The forward pass alone. Further input: targets as `chosen` takes them. Output: logprobs [K] of the targets, nats. */
export function logprobsGraph(config: ModelConfig): GraphFile {
  const { graph, logits } = forwardPass('logprobs', config, { steady: true })
  graph.output(chosen(graph, logits, config.vocab_size).logprobs, 'logprobs')
  return graph.file()
}
