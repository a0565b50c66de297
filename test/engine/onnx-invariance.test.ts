/** Bits must not hang on threads or company, where ONNX Runtime's kernels would let them: wide layers, long contexts. */
import test from 'ava'
import type { Device, SampleRequest } from '../../src/contracts/models/device.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import type { ModelConfig } from '../../src/contracts/models/model-config.ts'
import { nth } from '../../src/math/nth.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'

const base = { ...smallConfig, num_hidden_layers: 1, max_position_embeddings: 512 }
const configs: Readonly<Record<string, ModelConfig>> = {
  'the default size': { ...base, hidden_size: 64, intermediate_size: 172, vocab_size: 450 },
  'more inputs than one block': { ...base, hidden_size: 128, intermediate_size: 344, vocab_size: 300 },
  'odd sizes and no groups': {
    ...base,
    hidden_size: 60,
    intermediate_size: 300,
    num_attention_heads: 3,
    num_key_value_heads: 3,
    vocab_size: 131,
  },
  'heads that are normed': { ...base, model_type: 'qwen3', head_dim: 20, hidden_size: 64, vocab_size: 131 },
  'no positions': { ...base, model_type: 'smollm3', no_rope_layers: [0], hidden_size: 64, vocab_size: 131 },
  'wide heads': { ...base, hidden_size: 128, num_attention_heads: 2, num_key_value_heads: 1, vocab_size: 131 },
  'an adapter': {
    ...base,
    hidden_size: 128,
    intermediate_size: 344,
    vocab_size: 131,
    lora: { r: 8, lora_alpha: 16, target_modules: ['q_proj', 'v_proj', 'o_proj', 'up_proj', 'down_proj'] },
  },
}

for (const [name, config] of Object.entries(configs)) {
  test.serial(`samples and scores are the same to the last bit for any threads and company: ${name}`, async t => {
    const random = randomFrom(rootKey(4))
    const ids = (length: number) => Int32Array.from({ length }, () => random.integer(config.vocab_size))
    const requests = Array.from({ length: 12 }, (_, index): SampleRequest => ({
      sequenceId: `c${index}`,
      tokens: ids(1 + random.integer(index % 4 === 0 ? 400 : 30)),
      promptSuffix: ids(index % 3),
      count: 1 + (index % 3),
      appendToContext: false,
      maxTokens: 3,
      temperature: 1,
      topP: 1,
      stop: [],
      key: derive(rootKey(5), index),
    }))
    /* Long turns next to short ones, so that passes of one row lie beside rows that hold something. */
    const further = requests.map((request, index) => ({ ...request, tokens: ids(index % 3 === 0 ? 40 : 2) }))
    const sequences = Array.from({ length: 10 }, (_, index) => ({ tokens: ids(2 + 13 * index) }))
    const state = livelyModel(config, 2)
    const results = []
    for (const threads of [1, 2, 3]) {
      const device = await createOnnxDevice({ threads })
      await device.load('m', state)
      results.push(
        {
          samples: [await device.sample('m', requests), await device.sample('m', further)],
          scores: await device.logprobs('m', sequences),
        },
        {
          samples: [await apart(device, requests), await apart(device, further)],
          scores: await apartScores(device, sequences),
        },
      )
      await device.close()
    }
    for (const result of results) t.deepEqual(result, nth(results, 0))
  })
}

async function apart(device: Device, requests: readonly SampleRequest[]) {
  const samples = []
  for (const request of requests) {
    samples.push(nth(await device.sample('m', [{ ...request, sequenceId: `alone ${request.sequenceId}` }]), 0))
  }
  return samples
}

async function apartScores(device: Device, sequences: readonly { readonly tokens: Int32Array }[]) {
  const scores = []
  for (const sequence of sequences) scores.push(nth(await device.logprobs('m', [sequence]), 0))
  return scores
}

test('wrong options are refused by name', async t => {
  await t.throwsAsync(() => createOnnxDevice({ threads: 0 }), { instanceOf: RangeError, message: /threads .* got 0/ })
  const provider = 'abacus' as 'cpu'
  await t.throwsAsync(() => createOnnxDevice({ provider }), {
    instanceOf: RangeError,
    message: /provider .* got abacus/,
  })
})
