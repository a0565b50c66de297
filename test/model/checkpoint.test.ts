import { mkdir, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import type { ModelState } from '../../src/contracts/models/device.ts'
import { loadModel, loadTokenizerJson, saveModel } from '../../src/model/checkpoint.ts'
import { encodeSafetensors } from '../../src/model/tensors/safetensors.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { adaptedConfig, randomMoments, randomState, smallConfig } from './random-model.ts'

const config = { ...smallConfig, tie_word_embeddings: false }
const state: ModelState = {
  ...randomState(config, 1),
  optimiser: { step: 7, first: randomState(config, 2).weights, second: randomState(config, 3).weights },
}

test('what is saved is loaded, with and without an optimiser', async t => {
  await fc.assert(
    fc.asyncProperty(adaptedConfig, fc.boolean(), async (made, trained) => {
      const folder = await temporaryFolder(t)
      const { weights } = randomState(made, 1)
      const optimiser = { step: 3, first: randomMoments(made, 2), second: randomMoments(made, 3) }
      const whole = trained ? { config: made, weights, optimiser } : { config: made, weights }
      await saveModel(join(folder, 'model'), whole)
      t.deepEqual(await loadModel(join(folder, 'model')), whole)
    }),
    { numRuns: 10 },
  )
})

test('lays the folder out as transformers wants it', async t => {
  const folder = await temporaryFolder(t)
  const model = join(folder, 'model')
  const json = buildTokenizerJson({ phrases: ['a', 'b', 'c', 'd'], silent: [] })
  await saveModel(model, state, { tokenizer: json })
  t.deepEqual((await readdir(folder)).sort(), ['model'])
  t.deepEqual((await readdir(model)).sort(), [
    'config.json',
    'generation_config.json',
    'model.safetensors',
    'optimizer.safetensors',
    'tokenizer.json',
    'tokenizer_config.json',
  ])
  const written: unknown = JSON.parse(await readFile(join(model, 'config.json'), 'utf8'))
  t.like(written, {
    model_type: 'qwen2',
    architectures: ['Qwen2ForCausalLM'],
    pad_token_id: 0,
    eos_token_id: 2,
    ...config,
  })
  t.is(await loadTokenizerJson(model), json)
})

test('never writes over what is there', async t => {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'model'))
  await t.throwsAsync(saveModel(join(folder, 'model'), state), { instanceOf: RangeError, message: /exists already/ })
  await t.throwsAsync(saveModel(join(folder, 'model'), { config, weights: {} }), { message: /no tensor model.embed/ })
  t.deepEqual(await readdir(folder), ['model'])
})

test('refuses a broken folder by file and tensor', async t => {
  const { 'model.norm.weight': norm, ...fewer } = state.weights
  const misshapen = { ...fewer, 'model.norm.weight': { shape: [9], data: new Float32Array(9) } }
  const more = { ...fewer, 'model.norm.weight': norm!, extra: { shape: [1], data: new Float32Array(1) } }
  const weights = (tensors: ModelState['weights']) => (folder: string) =>
    writeFile(join(folder, 'model.safetensors'), encodeSafetensors({ tensors, metadata: {} }))
  const breakages: readonly (readonly [(folder: string) => Promise<void>, RegExp])[] = [
    [folder => rm(join(folder, 'config.json')), /there is no config.json in/],
    [folder => rm(join(folder, 'model.safetensors')), /there is no model.safetensors in/],
    [folder => writeFile(join(folder, 'config.json'), '{"vocab'), /config.json is not JSON/],
    [
      folder => writeFile(join(folder, 'config.json'), '{"model_type":"mamba"}'),
      /config.json: model_type must be one of qwen2/,
    ],
    [folder => truncate(join(folder, 'model.safetensors'), 900), /model.safetensors is not a usable.*ends inside/],
    [weights(fewer), /no tensor model.norm.weight/],
    [weights(misshapen), /tensor model.norm.weight has the shape \[9\], its config wants \[8\]/],
    [weights(more), /has a tensor extra that its config does not want/],
    [folder => truncate(join(folder, 'optimizer.safetensors'), 4), /optimizer.safetensors is not a usable/],
    [
      folder => writeFile(join(folder, 'optimizer.safetensors'), encodeSafetensors({ tensors: {}, metadata: {} })),
      /metadata.step must be a non-negative integer, got none/,
    ],
  ]
  for (const [breakIt, message] of breakages) {
    const folder = await temporaryFolder(t)
    const model = join(folder, 'model')
    await saveModel(model, state)
    await breakIt(model)
    await t.throwsAsync(loadModel(model), { instanceOf: RangeError, message })
  }
  await t.throwsAsync(loadModel(join(tmpdir(), 'no such folder')), {
    instanceOf: RangeError,
    message: /^there is no folder .*no such folder, and a model's must have config\.json$/,
  })
})
