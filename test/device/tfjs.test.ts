import test from 'ava'
import fc from 'fast-check'
import type { Device, Example, ModelState } from '../../src/device/device.ts'
import { openDevice } from '../../src/device/open-device.ts'
import { createTfjsDevice } from '../../src/device/tfjs/create-tfjs-device.ts'
import { tensorShapes } from '../../src/model/tensors.ts'
import { randomState, tinyConfig } from '../model/random-model.ts'

const config = {
  vocab_size: 11,
  hidden_size: 12,
  intermediate_size: 7,
  num_hidden_layers: 2,
  num_attention_heads: 3,
  num_key_value_heads: 1,
  max_position_embeddings: 12,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
  tie_word_embeddings: true,
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
/** Moments and weights say what the gradient was: with β₁ = 0 the first moment is the gradient of the mean. */
const options = { learningRate: 0.01, clipNorm: Infinity, beta1: 0, beta2: 0.9, epsilon: 1e-3, weightDecay: 0 }

const loaded = async (backend: 'cpu' | 'wasm', state: ModelState): Promise<Device> => {
  const device = await createTfjsDevice({ backend })
  await device.load('m', state)
  return device
}

test('gradients are what finite differences say', async t => {
  await fc.assert(
    fc.asyncProperty(tinyConfig, fc.nat(1000), fc.nat(), async (made, seed, at) => {
      const state = randomState({ ...made, vocab_size: 11 }, seed)
      const device = await loaded('cpu', state)
      await device.accumulate('m', [example], objective)
      await device.update('m', options)
      const gradients = (await device.save('m')).optimiser?.first ?? {}
      const lossAt = async (name: string, index: number, by: number) => {
        const moved = structuredClone(state)
        moved.weights[name]!.data[index]! += by
        await device.load('moved', moved)
        const { loss, weight } = await device.accumulate('moved', [example], objective)
        return loss / weight
      }
      for (const name of tensorShapes(state.config).keys()) {
        const { data } = gradients[name]!
        const index = at % data.length
        const wide = (await lossAt(name, index, 0.02)) - (await lossAt(name, index, -0.02))
        const narrow = (await lossAt(name, index, 0.01)) - (await lossAt(name, index, -0.01))
        const slope = (8 * narrow - wide) / 0.12
        t.true(
          Math.abs(slope - data[index]!) < 5e-3 * Math.max(1, Math.abs(slope)),
          `${name}: ${slope}, ${data[index]}`,
        )
      }
      await device.close()
    }),
    { numRuns: 4, seed: 2 },
  )
})

test('WebAssembly computes what plain JavaScript does, also side by side', async t => {
  const state = randomState(config, 3)
  const both = [await loaded('cpu', state), await loaded('wasm', state)] as const
  const run = async (device: Device) => {
    await device.accumulate('m', [example], objective)
    const { gradientNorm } = await device.update('m', options)
    const [logprobs] = await device.score('m', [sequence])
    return [gradientNorm, ...logprobs!]
  }
  const [plain, fast] = await Promise.all([run(both[0]), run(both[1])])
  plain!.forEach((value, index) => t.true(Math.abs(value - fast![index]!) < 1e-4))
})

test('a branch scores as the chain of its ancestors', async t => {
  const device = await loaded('cpu', randomState(config, 4))
  const [tree] = await device.score('m', [sequence])
  const [chain] = await device.score('m', [{ tokens: Int32Array.of(1, 2, 4, 5) }])
  t.true(Math.abs(tree![4]! - chain![3]!) < 1e-5)
  t.is(tree![0], 0)
})

test('a repeated prompt attends to equal tokens alike', async t => {
  const device = await loaded('cpu', randomState(config, 5))
  const requests = [1, 2].map(low => ({
    cache: `c${low}`,
    tokens: Int32Array.of(1, 2),
    cue: Int32Array.of(3),
    count: 2,
    keep: false,
    maxTokens: 4,
    temperature: 1,
    topP: 1,
    stop: [0],
    key: { high: 1, low },
  }))
  const together = await device.sample('m', requests)
  await device.release('m', ['c1', 'c2', 'unknown'])
  const apart = [...(await device.sample('m', [requests[1]!])), ...(await device.sample('m', [requests[0]!]))]
  t.deepEqual(together, apart.reverse())
  const { tokens, logprobs } = together[0]![0]!
  const [scored] = await device.score('m', [{ tokens: Int32Array.of(1, 2, 3, ...tokens) }])
  logprobs.forEach((logprob, index) => t.true(Math.abs(logprob - scored![3 + index]!) < 1e-5))
})

test('refuses by name and stays usable', async t => {
  const device = await loaded('cpu', randomState(config, 6))
  const refusal = (run: Promise<unknown>, message: RegExp) => t.throwsAsync(run, { instanceOf: RangeError, message })
  await refusal(device.score('n', [sequence]), /no model named 'n'/)
  await refusal(device.score('m', []), /must not be empty/)
  await refusal(device.score('m', [{ tokens: Int32Array.of(11) }]), /\[0, 11\), got 11/)
  await refusal(device.score('m', [{ tokens: new Int32Array(13) }]), /max_position_embeddings, 12, got 13/)
  await refusal(device.update('m', options), /nothing accumulated/)
  await t.throwsAsync(createTfjsDevice({ backend: 'tensorflow' }), { message: /npm install @tensorflow\/tfjs-node/ })
  const unknown = JSON.parse('{"engine":"tfjs","backend":"webgl"}') as { engine: 'tfjs'; backend: 'cpu' }
  await refusal(openDevice(unknown), /backend must be one of cpu, wasm, tensorflow, got 'webgl'/)
  const none = JSON.parse('{"engine":"torch"}') as { engine: 'tfjs'; backend: 'cpu' }
  await refusal(openDevice(none), /engine must be 'onnx' or 'tfjs', got 'torch'/)
  t.is((await device.score('m', [sequence])).length, 1)
})

test('a loss that is not finite leaves the model as it was', async t => {
  const state = randomState(config, 7)
  const large = structuredClone(state)
  large.weights['model.layers.0.mlp.down_proj.weight']!.data.fill(1e38)
  const device = await loaded('cpu', large)
  await t.throwsAsync(device.accumulate('m', [example], objective), { message: /model m: .* not finite/ })
  await t.throwsAsync(device.update('m', options), { message: /nothing accumulated/ })
  t.deepEqual((await device.save('m')).weights, large.weights)
})

test('opens engines by name', async t => {
  for (const options of [
    { engine: 'onnx', threads: 1 },
    { engine: 'tfjs', backend: 'wasm' },
  ] as const) {
    const device = await openDevice(options)
    await device.load('m', randomState(config, 8))
    t.is((await device.score('m', [sequence]))[0]!.length, 6)
    await device.close()
  }
})
