import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test from 'ava'
import type { Device, Example, ModelState } from '../../src/contracts/models/device.ts'
import { openDevice } from '../../src/engine/open-device.ts'
import { createTfjsDevice } from '../../src/engine/tfjs/create-tfjs-device.ts'
import { randomState, smallConfig } from '../model/random-model.ts'

const config = {
  ...smallConfig,
  ...{ vocab_size: 11, hidden_size: 12, intermediate_size: 7, max_position_embeddings: 12 },
  ...{ num_hidden_layers: 2, num_attention_heads: 3 },
}
const sequence = { tokens: Int32Array.of(1, 2, 3, 4, 5, 6), parents: Int32Array.of(-1, 0, 1, 1, 3, 0) }
const example: Example = {
  sequence,
  spans: [
    { start: 1, end: 3, advantage: 1.5, oldLogprobs: Float32Array.of(-2, -2.2), weight: 1 },
    { start: 4, end: 5, advantage: -1, oldLogprobs: Float32Array.of(-2.4), weight: 0.5 },
  ],
}
const objective = { kind: 'clipped', clip: 0.2, klWeight: 0.01 } as const
const options = { learningRate: 0.01, clipNorm: Infinity, beta1: 0, beta2: 0.9, epsilon: 1e-3, weightDecay: 0 }

const loaded = async (backend: 'cpu' | 'wasm', state: ModelState): Promise<Device> => {
  const device = await createTfjsDevice({ backend })
  await device.load('m', state)
  return device
}

test('WebAssembly computes what plain JavaScript does, also side by side', async t => {
  const state = randomState(config, 3)
  const both = [await loaded('cpu', state), await loaded('wasm', state)] as const
  const run = async (device: Device) => {
    await device.forwardBackward('m', [example], objective)
    const { gradientNorm } = await device.optimStep('m', options)
    const [logprobs] = await device.logprobs('m', [sequence])
    return [gradientNorm ?? NaN, ...logprobs!]
  }
  const [plain, fast] = await Promise.all([run(both[0]), run(both[1])])
  plain.forEach((value, index) => t.true(Math.abs(value - fast[index]!) < 1e-4))
})

test('a device computes while another starts', async t => {
  const script = `import { createTfjsDevice } from '${new URL('../../src/engine/tfjs/create-tfjs-device.js', import.meta.url).href}'
import { randomState } from '${new URL('../model/random-model.js', import.meta.url).href}'
const plain = await createTfjsDevice({ backend: 'cpu' })
await plain.load('m', randomState(${JSON.stringify(config)}, 4))
let started = false
const starting = Promise.all([1, 2].map(() => createTfjsDevice({ backend: 'wasm' }))).then(() => (started = true))
let scored = 0
while (!started) {
  await new Promise(setImmediate)
  scored += (await plain.logprobs('m', [{ tokens: Int32Array.of(1, 2) }])).length
}
await starting
console.log(scored)`
  /* In a process of its own: here the backend may have been started by another test. */
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  t.true(Number(stdout) > 0, stdout)
})

test('refuses by name and stays usable', async t => {
  const device = await loaded('cpu', randomState(config, 6))
  const refusal = (run: Promise<unknown>, message: RegExp) => t.throwsAsync(run, { instanceOf: RangeError, message })
  await refusal(device.logprobs('n', [sequence]), /no model is named n/)
  await refusal(device.logprobs('m', []), /must not be empty/)
  await refusal(device.logprobs('m', [{ tokens: Int32Array.of(11) }]), /\[0, 11\), got 11/)
  await refusal(device.logprobs('m', [{ tokens: new Int32Array(13) }]), /max_position_embeddings, 12, got 13/)
  await refusal(device.optimStep('m', options), /nothing accumulated/)
  const unknown = JSON.parse('{"engine":"tfjs","backend":"webgl"}') as { engine: 'tfjs'; backend: 'cpu' }
  await refusal(openDevice(unknown), /backend must be one of tensorflow, webgpu, wasm, cpu, got 'webgl'/)
  const none = JSON.parse('{"engine":"torch"}') as { engine: 'tfjs'; backend: 'cpu' }
  await refusal(openDevice(none), /engine must be 'onnx' or 'tfjs', got 'torch'/)
  t.is((await device.logprobs('m', [sequence])).length, 1)
})

test('opens engines by name', async t => {
  for (const options of [
    { engine: 'onnx', threads: 1 },
    { engine: 'tfjs', backend: 'wasm' },
  ] as const) {
    const device = await openDevice(options)
    await device.load('m', randomState(config, 8))
    t.is((await device.logprobs('m', [sequence]))[0]!.length, 6)
    await device.close()
  }
})
