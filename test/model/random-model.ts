import fc from 'fast-check'
import type { ModelState, Tensor } from '../../src/contracts/models/device.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { loraTargets, type ModelConfig } from '../../src/contracts/models/model-config.ts'
import { elements, tensorShapes, trainedShapes } from '../../src/model/tensors/tensors.ts'

/** The smallest model in which no two sizes are alike by chance. */
export const smallConfig: ModelConfig = {
  vocab_size: 9,
  hidden_size: 8,
  intermediate_size: 5,
  num_hidden_layers: 1,
  num_attention_heads: 2,
  num_key_value_heads: 1,
  max_position_embeddings: 16,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
  tie_word_embeddings: true,
}

/** Small models of every sort and architecture: grouped or not, heads of their own size or not, tied or not, one to three layers. */
export const tinyConfig: fc.Arbitrary<ModelConfig> = fc
  .record({
    vocabulary: fc.integer({ min: 5, max: 24 }),
    keyHeads: fc.integer({ min: 1, max: 2 }),
    sharing: fc.integer({ min: 1, max: 3 }),
    halfHead: fc.integer({ min: 1, max: 4 }),
    ownHead: fc.boolean(),
    inner: fc.integer({ min: 1, max: 12 }),
    layers: fc.integer({ min: 1, max: 3 }),
    tied: fc.boolean(),
    type: fc.constantFrom(undefined, 'qwen3', 'llama', 'smollm3'),
    rotary: fc.array(fc.constantFrom<0 | 1>(0, 1), { minLength: 3, maxLength: 3 }),
  })
  .map(({ vocabulary, keyHeads, sharing, halfHead, ownHead, inner, layers, tied, type, rotary }) => ({
    ...(type === undefined ? {} : { model_type: type }),
    vocab_size: vocabulary,
    hidden_size: keyHeads * sharing * halfHead * 2,
    intermediate_size: inner,
    num_hidden_layers: layers,
    num_attention_heads: keyHeads * sharing,
    num_key_value_heads: keyHeads,
    ...(ownHead || type === 'qwen3' ? { head_dim: 6 } : {}),
    max_position_embeddings: 32,
    rms_norm_eps: 1e-6,
    rope_theta: 10000,
    ...(type === 'smollm3' ? { no_rope_layers: rotary.slice(0, layers) } : {}),
    tie_word_embeddings: tied,
  }))

/** Some of them with an adapter. */
export const adaptedConfig: fc.Arbitrary<ModelConfig> = fc
  .record({
    config: tinyConfig,
    lora: fc.option(
      fc.record({
        r: fc.integer({ min: 1, max: 3 }),
        lora_alpha: fc.integer({ min: 1, max: 6 }),
        target_modules: fc.subarray([...loraTargets], { minLength: 1 }),
      }),
    ),
  })
  .map(({ config, lora }) => (lora === null ? config : { ...config, lora }))

/** Random moments of what is trained. */
export function randomMoments(config: ModelConfig, seed: number): Readonly<Record<string, Tensor>> {
  const { weights } = randomState(config, seed)
  return Object.fromEntries([...trainedShapes(config).keys()].map(name => [name, weights[name]!]))
}

/** Weights large enough that every part of the model matters: normal with deviation 0.4, around 1 for the norms. */
export function randomState(config: ModelConfig, seed: number): ModelState {
  const weights = [...tensorShapes(config)].map(([name, shape]): [string, Tensor] => {
    const { normal } = randomFrom(derive(rootKey(seed), name))
    const centre = name.includes('norm') ? 1 : 0
    return [name, { shape, data: Float32Array.from({ length: elements(shape) }, () => centre + 0.4 * normal()) }]
  })
  return { config, weights: Object.fromEntries(weights) }
}
