/**
 * Adapters go both ways between here and PEFT, with the same log-probabilities and gradients. Skipped where the Python that
 * RLANYTHING_PYTHON names, or python3, lacks peft; test/model/architectures.test.ts holds a recording of it.
 */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import { openPeer } from '../../benches/engine/peer.ts'
import type { ModelState } from '../../src/contracts/models/device.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { loadModel, saveModel } from '../../src/model/checkpoint.ts'
import { withAdapter } from '../../src/model/lora/lora.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { bareUpdate, smallConfig, usualUpdate } from '../laws/device/device-cases.ts'
import { randomState } from '../model/random-model.ts'
import { wholeExample } from '../model/whole-example.ts'

/** Both compute in float32, in another order. */
const tolerance = 2e-5

const peer = await openPeer('adapters.py', 1)
if (peer === null) console.warn('PEFT is not tried: there is no Python with peft')
const checked = peer === null ? test.serial.skip : test.serial
test.after.always(() => peer?.close())

const ask = async (work: string, request: object) => (await peer?.ask({ work, ...request })) ?? {}

const shape = { ...smallConfig, max_position_embeddings: 64 }
const all = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const
const models = {
  'qwen2, queries and values': { config: shape, lora: { r: 4, lora_alpha: 8, target_modules: ['q_proj', 'v_proj'] } },
  'qwen3, all layers': {
    config: { ...shape, model_type: 'qwen3', head_dim: 10 },
    lora: { r: 3, lora_alpha: 5, target_modules: all },
  },
  'llama, untied': {
    config: { ...shape, model_type: 'llama', tie_word_embeddings: false },
    lora: { r: 1, lora_alpha: 1, target_modules: ['o_proj', 'down_proj'] },
  },
} as const
for (const [name, settings] of Object.entries(models)) {
  checked(`what PEFT saves loads here: ${name}`, async t => {
    const folder = join(await temporaryFolder(t), 'model')
    await ask('make', { folder, seed: 5, dtype: 'float32', ...settings })
    const state = await loadModel(folder)
    t.deepEqual(state.config.lora?.target_modules.toSorted(), settings.lora.target_modules.toSorted())
    await same(t, folder, state)
  })

  checked(`what is trained here loads in PEFT: ${name}`, async t => {
    const folder = join(await temporaryFolder(t), 'model')
    const device = await createOnnxDevice()
    t.teardown(() => device.close())
    await device.load('model', withAdapter(randomState(settings.config, 3), settings.lora, rootKey(7)))
    for (const tokens of sequences) {
      await device.forwardBackward('model', [wholeExample(tokens)], { kind: 'cross-entropy' })
      await device.optimStep('model', usualUpdate)
    }
    const state = await device.save('model')
    await saveModel(folder, state)
    await same(t, folder, state)
  })
}

/** Log-probabilities, and gradients of the adapter, here and there. */
async function same(t: ExecutionContext, folder: string, state: ModelState): Promise<void> {
  const device = await createOnnxDevice()
  t.teardown(() => device.close())
  await device.load('model', state)
  const near = (found: ArrayLike<number>, wanted: readonly number[], what: string): void => {
    t.is(found.length, wanted.length, what)
    const largest = Math.max(...wanted.map((value, place) => Math.abs(value - found[place]!)))
    t.true(largest <= tolerance, `${what} differs by ${largest}`)
  }
  const numbers = z.array(z.number())
  const { logprobs } = await ask('logprobs', { folder, sequences: sequences.map(tokens => [...tokens]) })
  const ours = await device.logprobs(
    'model',
    sequences.map(tokens => ({ tokens })),
  )
  z.array(numbers)
    .parse(logprobs)
    .forEach((row, index) => near(ours[index]!.slice(1), row, `sequence ${index}`))

  await device.forwardBackward('model', [wholeExample(sequences[0]!)], { kind: 'cross-entropy' })
  await device.optimStep('model', bareUpdate)
  const found = (await device.save('model')).optimiser!.first
  const answer = await ask('gradients', { folder, sequence: [...sequences[0]!] })
  const gradients = z.record(z.string(), numbers).parse(answer['gradients'])
  t.deepEqual(Object.keys(found).toSorted(), Object.keys(gradients).toSorted())
  for (const [name, gradient] of Object.entries(gradients)) near(found[name]!.data, gradient, name)
}

const random = randomFrom(rootKey(5))
const sequences = [20, 41].map(length => Int32Array.from({ length }, () => random.integer(shape.vocab_size)))
