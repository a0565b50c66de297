/**
 * llama.cpp serves what is trained here: log-probabilities of models of each architecture as GGUF, and a policy that plays the
 * household as it does on the local engine. Skipped where the Python that RLANYTHING_PYTHON names, or python3, lacks xllamacpp
 * (scripts/python-engines.sh prepares one).
 */
import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import test from 'ava'
import { z } from 'zod'
import { openPeer } from '../../benches/engine/peer.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { createServedSampler } from '../../src/engine/openai/served-sampler.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { loadModel } from '../../src/model/checkpoint.ts'
import { parseModelConfig } from '../../src/model/config.ts'
import { convertModel } from '../../src/model/gguf/convert-model.ts'
import { loadGguf, saveGguf } from '../../src/model/gguf/gguf-model.ts'
import { rootKey } from '../../src/math/random.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { starterFolder } from '../../src/config/environment-source.ts'
import { evaluatePolicy } from '../../src/run/evaluate.ts'
import { lastValueFrom, toArray } from 'rxjs'
import type { Success } from '../../src/contracts/metrics.ts'
import { folderOf } from '../fixtures/qwen2.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { randomState } from '../model/random-model.ts'
import { complete } from './llama-cpp/served.ts'

const peer = await openPeer('llama_cpp.py', 2)
if (peer === null) console.warn('llama.cpp is not tried: there is no Python with xllamacpp')
const checked = peer === null ? test.serial.skip : test.serial
test.after.always(() => peer?.close())

/** @returns its address, once it answers. */
async function serve(file: string, settings: { readonly slots: number; readonly context: number }): Promise<string> {
  const { url } = z.object({ url: z.string() }).parse(await peer?.ask({ work: 'start', file, threads: 1, ...settings }))
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(`${url}/health`).catch(() => null)
    if (response?.ok) return url
    await setTimeout(100)
  }
  throw new Error(`the server at ${url} does not answer`)
}

const shape = {
  vocab_size: 320,
  hidden_size: 32,
  intermediate_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  max_position_embeddings: 128,
  rms_norm_eps: 1e-5,
  rope_theta: 10000,
  tie_word_embeddings: true,
}
const shapes: Readonly<Record<string, object>> = {
  qwen2: shape,
  'qwen3, tied, heads of their own size': { ...shape, model_type: 'qwen3', head_dim: 16, rope_theta: 1e6 },
  'llama, untied': { ...shape, model_type: 'llama', tie_word_embeddings: false, num_key_value_heads: 4 },
  'smollm3, tied': { ...shape, model_type: 'smollm3', num_hidden_layers: 4 },
  'llama, tied, one key head': { ...shape, model_type: 'llama', num_key_value_heads: 1 },
}
for (const [name, config] of Object.entries(shapes)) {
  checked(`log-probabilities are those of the local engine: ${name}`, async t => {
    const file = join(await temporaryFolder(t), 'model.gguf')
    const state = randomState(parseModelConfig(config), 3)
    const phrases = Array.from({ length: 100 }, (_, index) => `word ${index}`)
    await saveGguf(file, state, { tokenizer: buildTokenizerJson({ phrases, silent: [] }) })
    const url = await serve(file, { slots: 1, context: 128 })
    const prompt = Array.from({ length: 40 }, (_, index) => (7 * index) % 105)
    const size = state.config.vocab_size
    const { first } = await complete(url, { prompt, maxTokens: 1, temperature: 1, topP: 1, seed: 1, top: size })

    const device = await createOnnxDevice()
    t.teardown(() => device.close())
    await device.load('model', state)
    const branches = Array.from({ length: size }, (_, id) => id)
    const parents = [...prompt, ...branches].map((_, place) => Math.min(place, prompt.length) - 1)
    const [ours] = await device.logprobs('model', [
      { tokens: Int32Array.from([...prompt, ...branches]), parents: Int32Array.from(parents) },
    ])
    t.is(first.size, size)
    const largest = Math.max(...branches.map(id => Math.abs(first.get(id)! - ours![prompt.length + id]!)))
    t.log(`largest difference ${largest}`)
    t.true(largest <= 1e-3, `they differ by ${largest}`)
  })
}

checked('a tokenizer of byte pairs gives the same ids there', async t => {
  const file = join(await temporaryFolder(t), 'model.gguf')
  await convertModel(folderOf('sharded'), file)
  const { tokenizer } = await loadGguf(file)
  t.truthy(tokenizer)
  const { loadTokenizer } = await import('../../src/model/tokenizer/load-tokenizer.ts')
  const own = loadTokenizer(tokenizer!)
  const url = await serve(file, { slots: 1, context: 64 })
  for (const content of [
    "It's 12 o'clock\n",
    'naïve 東京 😀',
    'def f(x):\n\treturn  x',
    '<|im_start|>user\nHello<|im_end|>\n',
  ]) {
    const response = await fetch(`${url}/tokenize`, {
      method: 'POST',
      body: JSON.stringify({ content, parse_special: true }),
    })
    t.deepEqual(await response.json(), { tokens: [...own.encode(content)] }, content)
  }
})

checked('samples of one request are drawn each by itself, with chances that the local engine confirms', async t => {
  const folder = starterFolder(null, 'household', 'policy')
  const file = join(await temporaryFolder(t), 'policy.gguf')
  await convertModel(folder, file)
  const url = await serve(file, { slots: 4, context: 128 })
  const served = {
    url,
    model: file,
    api: 'completions',
    keyVariable: '',
    maxConcurrent: 1,
    deadlineMs: 60_000,
  } as const
  const sampler = createServedSampler({ ...served, schemas: false, parallelSampling: true, contextTokens: 128 })
  t.teardown(sampler.close)
  const state = await loadModel(folder)
  const tokens = Int32Array.from({ length: 20 }, (_, index) => 3 + ((7 * index) % 80))
  const how = {
    maxTokens: 8,
    temperature: 1,
    topP: 1,
    stop: [],
    appendToContext: false,
    promptSuffix: new Int32Array(0),
  }
  const samples = await sampler.sample({ ...how, sequenceId: 'a', tokens, count: 4, key: rootKey(1) })
  t.is(sampler.use('policy').requests, 1)
  t.is(samples.length, 4)
  t.true(new Set(samples.map(sample => sample.tokens.join())).size > 1)
  const device = await createOnnxDevice()
  t.teardown(() => device.close())
  await device.load('model', state)
  const ours = await device.logprobs(
    'model',
    samples.map(sample => ({ tokens: Int32Array.of(...tokens, ...sample.tokens) })),
  )
  samples.forEach(({ logprobs }, sample) =>
    logprobs.forEach((logprob, index) => t.true(Math.abs(logprob - ours[sample]![tokens.length + index]!) <= 1e-3)),
  )
})

const tasks = 48
checked(`it plays the household as the local engine does, on ${tasks} tasks`, async t => {
  const folder = starterFolder(null, 'household', 'policy')
  const file = join(await temporaryFolder(t), 'policy.gguf')
  await convertModel(folder, file)
  const { state } = { state: await loadModel(folder) }
  const slots = 4
  const url = await serve(file, { slots, context: state.config.max_position_embeddings })
  const local = await success({})
  const openai = { url, model: file, api: 'llama.cpp', tokenizer: folder, maxConcurrent: slots }
  const served = await success({ kind: 'openai', openai })
  local.forEach((own, index) => {
    const theirs = served[index]!
    t.log(`temperature ${own.temperature}: here ${own.rate}, there ${theirs.rate}`)
    t.is(theirs.tasks, tasks)
    if (own.temperature === 0) {
      const same = [...own.wins!].filter((win, task) => win === theirs.wins![task]).length
      t.true(same >= tasks - 2, `greedy episodes end alike in ${same} of ${tasks}`)
    }
    const deviation = Math.sqrt((own.rate * (1 - own.rate) + theirs.rate * (1 - theirs.rate)) / tasks)
    t.true(Math.abs(own.rate - theirs.rate) <= 3 * deviation + 1 / tasks)
  })
})

/** Of the household's starter, greedy and drawn, on this engine. */
async function success(engine: object): Promise<readonly Success[]> {
  const config = await loadRunConfig({
    environment: { name: 'household', threads: 1 },
    evaluation: { temperatures: [0, 1] },
    engine,
  })
  const events = await lastValueFrom(
    evaluatePolicy({ config, policy: null, splits: ['unseen'], tasks }).pipe(toArray()),
  )
  return events.flatMap(event => (event.kind === 'result' ? [event.success] : []))
}
