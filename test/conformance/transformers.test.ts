/**
 * Checkpoints go both ways between here and transformers, with the same log-probabilities and tokens. Skipped where the Python
 * that RLANYTHING_PYTHON names, or python3, lacks transformers; test/model/recorded.test.ts holds a recording of it.
 */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import { openPeer } from '../../benches/engine/peer.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import type { Device, ModelState } from '../../src/contracts/models/device.ts'
import { adamDefaults } from '../../src/math/adamw.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { loadModel, loadTokenizerJson, saveModel } from '../../src/model/checkpoint.ts'
import { parseModelConfig } from '../../src/model/config.ts'
import { loadSpecialIds } from '../../src/model/tokenizer/special-ids.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import household from '../../environments/household/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { bareUpdate, smallConfig } from '../laws/device/device-cases.ts'
import { randomState } from '../model/random-model.ts'
import { wholeExample } from '../model/whole-example.ts'

/** Both compute in float32, in another order. */
const tolerance = 2e-5

const peer = await openPeer('checkpoint.py', 1)
const checked = peer === null ? test.serial.skip : test.serial
test.after.always(() => peer?.close())

const ask = async (work: string, request: object) => (await peer?.ask({ work, ...request })) ?? {}

const sizes = { vocab_size: 320, hidden_size: 32, intermediate_size: 40, max_position_embeddings: 64 }
const shape = { ...smallConfig, ...sizes }

const models: Readonly<Record<string, object>> = {
  'tied, float32': { config: shape, dtype: 'float32' },
  'untied, bfloat16, in shards': {
    config: { ...shape, tie_word_embeddings: false, eos_token_id: [2, 1], pad_token_id: 0 },
    dtype: 'bfloat16',
    shard_size: '20KB',
    tokens: 300,
  },
  'float16, one key head, large epsilon and theta': {
    config: { ...shape, num_key_value_heads: 1, rms_norm_eps: 1e-2, rope_theta: 1e6 },
    dtype: 'float16',
  },
  'float32, a key for each query, heads of their own size': {
    config: { ...shape, num_key_value_heads: 4, head_dim: 14 },
    dtype: 'float32',
  },
  'qwen3, tied': { config: { ...shape, model_type: 'qwen3', head_dim: 14, rope_theta: 1e6 }, dtype: 'float32' },
  'qwen3, untied, bfloat16, in shards': {
    config: { ...shape, model_type: 'qwen3', head_dim: 8, tie_word_embeddings: false },
    dtype: 'bfloat16',
    shard_size: '20KB',
  },
  'smollm3, tied': {
    config: { ...shape, model_type: 'smollm3', no_rope_layer_interval: 2, pad_token_id: null },
    dtype: 'float32',
  },
  'llama, tied, a large head': { config: { ...shape, model_type: 'llama', head_dim: 16 }, dtype: 'float32' },
  'llama, untied, one key head': {
    config: { ...shape, model_type: 'llama', num_key_value_heads: 1, tie_word_embeddings: false, rms_norm_eps: 1e-5 },
    dtype: 'float16',
  },
}
for (const [name, settings] of Object.entries(models)) {
  checked(`what transformers saves loads here: ${name}`, async t => {
    const folder = join(await temporaryFolder(t), 'model')
    await ask('make', { folder, seed: 5, ...settings })
    const state = await loadModel(folder)
    await same(t, folder, state)
    await sameGradients(t, folder, state)
  })
}

for (const [kind, className] of Object.entries({
  qwen2: 'Qwen2ForCausalLM',
  qwen3: 'Qwen3ForCausalLM',
  llama: 'LlamaForCausalLM',
  smollm3: 'SmolLM3ForCausalLM',
})) {
  checked(`what is trained here loads in transformers: ${kind}`, trainsAndLoads, kind, className)
}

async function trainsAndLoads(t: ExecutionContext, kind: string, className: string): Promise<void> {
  const world = household()
  const json = buildTokenizerJson(world.language)
  const { size, encode, id } = loadTokenizer(json)
  const device = await opened(t)
  const config = parseModelConfig({ ...shape, model_type: kind, head_dim: 8, vocab_size: size })
  await device.load('model', randomState(config, 3))
  for (const tokens of sequencesOf(size)) {
    const spans = [{ start: 1, end: tokens.length, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }]
    await device.forwardBackward('model', [{ sequence: { tokens }, spans }], { kind: 'cross-entropy' })
    await device.optimStep('model', { learningRate: 1e-2, ...adamDefaults })
  }
  const folder = join(await temporaryFolder(t), 'model')
  const state = await device.save('model')
  await saveModel(folder, state, { tokenizer: json })
  await same(t, folder, state)
  t.like(await ask('logprobs', { folder, sequences: [] }), {
    architecture: className,
    end: id('<end>'),
    pad: id('<pad>'),
  })
  const texts = ['go to cabinet 1<end>', 'You see a cabinet 10, and a zebra.', '<act>take<end>']
  /* AutoTokenizer of transformers 5 gives every Qwen2 model a byte-level tokenizer, whatever its folder says. */
  t.like(await ask('tokenise', { folder, loader: 'PreTrainedTokenizerFast', texts }), {
    ids: texts.map(text => [...encode(text)]),
    end: '<end>',
    pad: '<pad>',
    size,
  })
}

checked('a byte-level tokenizer goes there and back', async t => {
  const [there, back] = [join(await temporaryFolder(t), 'model'), join(await temporaryFolder(t), 'model')]
  await ask('make', { folder: there, seed: 5, ...models['untied, bfloat16, in shards'] })
  const [tokenizer, special] = [await loadTokenizerJson(there), await loadSpecialIds(there)]
  t.deepEqual(special, { end: [2, 1], pad: 0, begin: null })
  await saveModel(back, await loadModel(there), { tokenizer, special })
  const texts = ["It's 12 o'clock<|im_end|>\n", 'naïve 東京 😀', 'def f(x):\n\treturn  x']
  const ids = texts.map(text => [...loadTokenizer(tokenizer).encode(text)])
  t.like(await ask('tokenise', { folder: there, loader: 'AutoTokenizer', texts }), { ids })
  t.like(await ask('tokenise', { folder: back, loader: 'AutoTokenizer', texts }), { ids })
  t.like(await ask('logprobs', { folder: back, sequences: [] }), { end: [2, 1], pad: 0 })
})

/** Log-probabilities of two random sequences, here and there. */
async function same(t: ExecutionContext, folder: string, state: ModelState): Promise<void> {
  const device = await opened(t)
  await device.load('model', state)
  const sequences = sequencesOf(state.config.vocab_size)
  const ours = await device.logprobs(
    'model',
    sequences.map(tokens => ({ tokens })),
  )
  const answer = await ask('logprobs', { folder, sequences: sequences.map(tokens => [...tokens]) })
  const theirs = z.array(z.array(z.number())).parse(answer['logprobs'])
  const differences = ours.flatMap((row, index) =>
    [...row.slice(1)].map((own, place) => Math.abs(own - theirs[index]![place]!)),
  )
  t.is(differences.length, 19 + 40)
  t.true(Math.max(...differences) <= tolerance, `they differ by ${Math.max(...differences)}`)
}

/** Gradients of the cross-entropy of a random sequence, here and there: of every weight. */
async function sameGradients(t: ExecutionContext, folder: string, state: ModelState): Promise<void> {
  const device = await opened(t)
  await device.load('model', state)
  const [tokens] = sequencesOf(state.config.vocab_size)
  await device.forwardBackward('model', [wholeExample(tokens!)], { kind: 'cross-entropy' })
  await device.optimStep('model', bareUpdate)
  const ours = (await device.save('model')).optimiser!.first
  const answer = await ask('gradients', { folder, sequence: [...tokens!] })
  const theirs = z.record(z.string(), z.array(z.number())).parse(answer['gradients'])
  t.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort())
  for (const [name, { data }] of Object.entries(ours)) {
    const largest = Math.max(...theirs[name]!.map((value, place) => Math.abs(value - data[place]!)))
    t.true(largest <= tolerance, `${name} differs by ${largest}`)
  }
}

async function opened(t: ExecutionContext): Promise<Device> {
  const device = await createOnnxDevice({ threads: 1 })
  t.teardown(() => device.close())
  return device
}

function sequencesOf(vocabulary: number): readonly Int32Array[] {
  const random = randomFrom(rootKey(5))
  return [20, 41].map(length => Int32Array.from({ length }, () => random.integer(vocabulary)))
}
