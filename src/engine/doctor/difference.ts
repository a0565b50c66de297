import { derive, randomFrom, rootKey } from '../../math/random.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { initialise } from '../../model/tensors/initialise.ts'
import type { Device, ModelState, Tensor } from '../../contracts/models/device.ts'
import { nth } from '../../math/nth.ts'
import { plainLogprobs } from './plain-logprobs.ts'

const config: ModelConfig = {
  vocab_size: 50,
  hidden_size: 32,
  intermediate_size: 48,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  max_position_embeddings: 64,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
  tie_word_embeddings: true,
}

/** Float32 in another order of adding gives 1e-5; numbers of fewer bits, or a wrong operator, give far more. */
export const maxDifference = 1e-3

/**
 * Whether an engine computes correctly: the largest difference of its log-probabilities from those of the plain engine
 * in JavaScript, before and after a step of training, nats. Not a number where the engine's are none.
 */
export async function differenceFromPlain(device: Device): Promise<number> {
  const found = await comparedLogprobs(device)
  return Math.max(...plainLogprobs.map((value, index) => Math.abs(value - nth(found, index))))
}

/** Those that are compared, nats. */
async function comparedLogprobs(device: Device): Promise<readonly number[]> {
  const random = randomFrom(rootKey(1))
  const sequences = [8, 20, 40].map(length => ({
    tokens: Int32Array.from({ length }, () => random.integer(config.vocab_size)),
  }))
  await device.load('compared', livelyModel())
  const before = await device.logprobs('compared', sequences)
  const examples = sequences.map(sequence => ({
    sequence,
    spans: [{ start: 1, end: 8, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }],
  }))
  await device.forwardBackward('compared', examples, { kind: 'cross-entropy' })
  /* A large epsilon: with a small one the first step is the gradient's sign, which rounding may turn where it is 0. */
  const options = { learningRate: 0.05, clipNorm: 1, beta1: 0.9, beta2: 0.99, epsilon: 0.1, weightDecay: 0 }
  await device.optimStep('compared', options)
  const after = await device.logprobs('compared', sequences)
  return [...before, ...after].flatMap(logprobs => [...logprobs])
}

/** A model whose every weight matters: fresh ones are so near 0 that a fault would hide. */
function livelyModel(): ModelState {
  const { weights } = initialise(config, rootKey(2))
  const lively = Object.entries(weights).map(([name, { shape, data }]): [string, Tensor] => {
    const random = randomFrom(derive(rootKey(2), name))
    return [name, { shape, data: data.map(weight => weight + 0.25 * random.normal()) }]
  })
  return { config, weights: Object.fromEntries(lively) }
}
