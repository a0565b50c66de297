import test from 'ava'
import fc from 'fast-check'
import { parseModelConfig } from '../../src/model/config.ts'
import { elements, parameterCount, tensorShapes } from '../../src/model/tensors/tensors.ts'
import { randomState, tinyConfig } from './random-model.ts'

/** Qwen2-0.5B's own config.json. */
const qwen = {
  architectures: ['Qwen2ForCausalLM'],
  attention_dropout: 0.0,
  bos_token_id: 151643,
  eos_token_id: 151643,
  hidden_act: 'silu',
  hidden_size: 896,
  initializer_range: 0.02,
  intermediate_size: 4864,
  max_position_embeddings: 131072,
  max_window_layers: 24,
  model_type: 'qwen2',
  num_attention_heads: 14,
  num_hidden_layers: 24,
  num_key_value_heads: 2,
  rms_norm_eps: 1e-6,
  rope_theta: 1000000.0,
  sliding_window: 131072,
  tie_word_embeddings: true,
  torch_dtype: 'bfloat16',
  use_cache: true,
  use_mrope: false,
  use_sliding_window: false,
  vocab_size: 151936,
}

test('a valid config is read as it is, with or without fields of Hugging Face', t => {
  fc.assert(
    fc.property(tinyConfig, config => {
      t.deepEqual(parseModelConfig(config), config)
      t.deepEqual(
        parseModelConfig({ model_type: 'qwen2', ...config, hidden_act: 'silu', max_window_layers: 3 }),
        config,
      )
    }),
  )
})

test('parameters are the elements of the tensors', t => {
  fc.assert(
    fc.property(tinyConfig, config => {
      const sizes = Object.values(randomState(config, 1).weights).map(({ data }) => data.length)
      t.is(
        parameterCount(config),
        sizes.reduce((a, b) => a + b, 0),
      )
    }),
    { numRuns: 20 },
  )
})

test("reads Qwen2-0.5B's config and counts its parameters", t => {
  const config = parseModelConfig(qwen)
  t.is(config.rope_theta, 1e6)
  t.is(parameterCount(config), 494_032_768)
  t.is(tensorShapes(config).size, 290)
  t.deepEqual(tensorShapes(config).get('model.layers.23.self_attn.k_proj.weight'), [128, 896])
  t.is(elements([]), 1)
})

test('a head may be of another size than its share of the width', t => {
  const config = parseModelConfig({ ...qwen, head_dim: 128 })
  t.deepEqual(tensorShapes(config).get('model.layers.0.self_attn.q_proj.weight'), [14 * 128, 896])
  t.deepEqual(tensorShapes(config).get('model.layers.0.self_attn.v_proj.bias'), [2 * 128])
  t.deepEqual(tensorShapes(config).get('model.layers.0.self_attn.o_proj.weight'), [896, 14 * 128])
  t.deepEqual(parseModelConfig({ ...qwen, head_dim: null }), parseModelConfig(qwen))
})

test('reads rope_theta from rope_parameters', t => {
  const { rope_theta: _, ...rest } = qwen
  t.is(parseModelConfig({ ...rest, rope_parameters: { rope_theta: 5, rope_type: 'default' } }).rope_theta, 5)
})

test('layers without positions are those that are listed, or every so many', t => {
  const of = (fields: object): unknown =>
    parseModelConfig({ ...qwen, model_type: 'smollm3', num_hidden_layers: 5, ...fields }).no_rope_layers
  for (const none of [{}, { no_rope_layers: null }, { no_rope_layer_interval: 4 }])
    t.deepEqual(of(none), [1, 1, 1, 0, 1])
  t.deepEqual(of({ no_rope_layer_interval: 2 }), [1, 0, 1, 0, 1])
  t.deepEqual(of({ no_rope_layer_interval: 2, no_rope_layers: [0, 0, 1, 1, 1] }), [0, 0, 1, 1, 1])
  t.false('no_rope_layers' in parseModelConfig({ ...qwen, no_rope_layers: [0] }))
})

test('names each wrong field with value found and value wanted', t => {
  const refusals: readonly (readonly [unknown, RegExp])[] = [
    [null, /must be an object, got null/],
    [{ ...qwen, model_type: 'mamba' }, /model_type must be one of qwen2, qwen3, llama, smollm3, got "mamba"/],
    [{ ...qwen, model_type: 'qwen3' }, /head_dim must be a positive integer, got nothing/],
    [{ ...qwen, model_type: 'llama', attention_bias: true }, /attention_bias must be false, got true/],
    [{ ...qwen, model_type: 'llama', mlp_bias: true }, /mlp_bias must be false, got true/],
    [{ ...qwen, model_type: 'smollm3', use_sliding_window: true }, /use_sliding_window must be false, got true/],
    [
      { ...qwen, model_type: 'smollm3', no_rope_layers: [1, 2] },
      /no_rope_layers must be null or 24 times 0 or 1, got \[1,2\]/,
    ],
    [
      { ...qwen, model_type: 'smollm3', no_rope_layer_interval: 0 },
      /no_rope_layer_interval must be a positive integer, got 0/,
    ],
    [{ ...qwen, hidden_size: 0 }, /hidden_size must be a positive integer, got 0/],
    [{ ...qwen, hidden_size: '896' }, /hidden_size must be a positive integer, got "896"/],
    [{ ...qwen, hidden_size: 14 }, /hidden_size must be a multiple of 2 × num_attention_heads \(28\), got 14/],
    [{ ...qwen, num_key_value_heads: 3 }, /num_key_value_heads must divide num_attention_heads \(14\), got 3/],
    [{ ...qwen, head_dim: 63 }, /head_dim must be even, got 63/],
    [{ ...qwen, head_dim: '64' }, /head_dim must be a positive integer, got "64"/],
    [{ ...qwen, hidden_act: 'gelu' }, /hidden_act must be "silu", got "gelu"/],
    [{ ...qwen, rope_scaling: { type: 'yarn' } }, /rope_scaling must be null, got \{"type":"yarn"\}/],
    [{ ...qwen, use_sliding_window: true }, /use_sliding_window must be false, got true/],
    [
      { ...qwen, rope_theta: undefined, rms_norm_eps: -1 },
      /rms_norm_eps must be a positive number, got -1; rope_theta must be a positive number, got nothing/,
    ],
    [{ ...qwen, tie_word_embeddings: 'yes' }, /tie_word_embeddings must be a boolean, got "yes"/],
  ]
  for (const [value, message] of refusals) t.throws(() => parseModelConfig(value), { instanceOf: RangeError, message })
})
