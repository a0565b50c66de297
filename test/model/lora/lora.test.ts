import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createOnnxDevice } from '../../../src/engine/local/create-onnx-device.ts'
import { rootKey } from '../../../src/math/random.ts'
import { loadModel, saveModel } from '../../../src/model/checkpoint.ts'
import { convertModel } from '../../../src/model/gguf/convert-model.ts'
import { merged, withAdapter } from '../../../src/model/lora/lora.ts'
import { parseLora } from '../../../src/model/lora/lora-config.ts'
import { modelBytes } from '../../../src/model/tensors/memory.ts'
import { parameterCount, trainedShapes } from '../../../src/model/tensors/tensors.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { smallConfig, usualUpdate } from '../../laws/device/device-cases.ts'
import { randomState } from '../random-model.ts'
import { wholeExample } from '../whole-example.ts'

const lora = { r: 2, lora_alpha: 4, target_modules: ['q_proj', 'down_proj'] } as const
const base = randomState({ ...smallConfig, model_type: 'qwen3', head_dim: 6 }, 3)
const adapted = withAdapter(base, lora, rootKey(5))
const tokens = Int32Array.of(3, 1, 4, 1, 5, 9, 2, 6)

test('a fresh adapter adds nothing; training changes it alone, and merged it gives the same', async t => {
  const device = await createOnnxDevice({ threads: 2 })
  t.teardown(() => device.close())
  const logprobs = async (name: string) => [...nth(await device.logprobs(name, [{ tokens }]), 0)]
  await device.load('base', base)
  await device.load('adapted', adapted)
  t.deepEqual(await logprobs('adapted'), await logprobs('base'))
  for (let step = 0; step < 3; step += 1) {
    await device.forwardBackward('adapted', [wholeExample(tokens)], { kind: 'cross-entropy' })
    await device.optimStep('adapted', usualUpdate)
  }
  const trained = await device.save('adapted')
  for (const [name, { data }] of Object.entries(base.weights)) t.deepEqual(trained.weights[name]?.data, data, name)
  const adapter = Object.keys(adapted.weights).filter(name => !(name in base.weights))
  t.is(adapter.length, 2 * 2 * 2)
  for (const name of adapter) t.notDeepEqual(trained.weights[name]?.data, adapted.weights[name]?.data, name)
  t.deepEqual(Object.keys(present(trained.optimiser).first), adapter)

  const whole = merged(trained)
  t.is(whole.config.lora, undefined)
  t.deepEqual(Object.keys(whole.weights), Object.keys(base.weights))
  await device.load('merged', whole)
  const [ours, theirs] = [await logprobs('adapted'), await logprobs('merged')]
  t.notDeepEqual(ours, await logprobs('base'))
  t.true(Math.max(...ours.map((value, place) => Math.abs(value - nth(theirs, place)))) < 1e-5)
})

test('a trained adapter is saved as PEFT lays it out, the model beside it as it was', async t => {
  const folder = join(await temporaryFolder(t), 'model')
  const moments = Object.fromEntries(
    [...trainedShapes(adapted.config).keys()].map(name => [name, present(adapted.weights[name])]),
  )
  const state = { ...adapted, optimiser: { step: 2, first: moments, second: moments } }
  await saveModel(folder, state)
  t.deepEqual(await loadModel(folder), state)
  t.like(JSON.parse(await readFile(join(folder, 'adapter/adapter_config.json'), 'utf8')), {
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    ...lora,
  })
  const config: unknown = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'))
  t.false(Object.hasOwn(config as object, 'lora'))
  const weights = await readFile(join(folder, 'adapter/adapter_model.safetensors'), 'latin1')
  t.regex(weights, /"base_model\.model\.model\.layers\.1\.self_attn\.q_proj\.lora_A\.weight"/)
})

test('convert adds an adapter and merges it', async t => {
  const folder = await temporaryFolder(t)
  const [plain, own, back] = ['plain', 'own', 'back'].map(name => join(folder, name)) as [string, string, string]
  await saveModel(plain, base)
  await convertModel(plain, own, { adapter: { lora, seed: 5 } })
  t.deepEqual(await loadModel(own), adapted)
  await t.throwsAsync(convertModel(own, back, { adapter: { lora, seed: 5 } }), { message: /has an adapter already/ })
  await convertModel(own, back, { merge: true })
  t.deepEqual(await loadModel(back), base)
})

test('refuses settings that are not supported by name', t => {
  t.deepEqual(
    parseLora({ ...lora, target_modules: ['down_proj', 'q_proj'], peft_type: 'LORA', lora_dropout: 0.1 }),
    lora,
  )
  for (const wrong of [
    { r: 0 },
    { target_modules: [] },
    { target_modules: ['embed_tokens'] },
    { peft_type: 'IA3' },
    { bias: 'all' },
    { use_dora: true },
    { use_rslora: true },
    { rank_pattern: { q_proj: 3 } },
    { modules_to_save: ['lm_head'] },
  ]) {
    const [name] = Object.keys(wrong)
    t.throws(() => parseLora({ ...lora, ...wrong }), {
      instanceOf: RangeError,
      message: new RegExp(`^adapter\\.${name}.*: .*, got `),
    })
  }
})

test('what is not trained takes memory for its weights alone', t => {
  const { config } = adapted
  const trained = parameterCount(config, trainedShapes)
  t.is(trained, 2 * (2 * (16 + 24) + 2 * (24 + 16)))
  t.is(modelBytes(config), modelBytes(base.config) - 16 * parameterCount(base.config) + 20 * trained)
})
