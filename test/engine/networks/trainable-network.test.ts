import '@tensorflow/tfjs-backend-cpu'
import * as tf from '@tensorflow/tfjs-core'
import test from 'ava'
import fc from 'fast-check'
import { createJiti } from 'jiti'
import { initialiseNetwork } from '../../../src/engine/networks/initialise-network.ts'
import type { NetworkState, TrainedNetworkState } from '../../../src/contracts/models/network.ts'
import { openTrainableNetwork } from '../../../src/engine/networks/open-trainable-network.ts'
import { plainNetwork } from '../../../src/engine/networks/plain-network.ts'
import { plainPasses } from '../../../src/engine/networks/plain-passes.ts'
import { trainableNetwork, type TrainableNetwork } from '../../../src/engine/networks/trainable-network.ts'
import { NonFiniteError } from '../../../src/engine/semantics/non-finite-error.ts'
import { adamw } from '../../../src/math/adamw.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { present } from '../../fixtures/present.ts'
import { lastOf } from '../../../src/math/last-of.ts'
import { nth } from '../../../src/math/nth.ts'

const adam = { learningRate: 1e-2, clipNorm: 1e9, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 }
const plain = (state: TrainedNetworkState): TrainableNetwork => trainableNetwork('critic', state, plainPasses(state))
const onnx = (state: TrainedNetworkState): Promise<TrainableNetwork> =>
  openTrainableNetwork({ name: 'critic', state, engine: { engine: 'onnx', threads: 1 } })
const normals = (length: number, seed: number): Float32Array => {
  const random = randomFrom(rootKey(seed))
  return Float32Array.from({ length }, () => random.normal())
}

interface Case {
  readonly state: NetworkState
  readonly rows: Float32Array
  readonly outputGradients: Float32Array
  readonly count: number
}
const cases = (widest: number): fc.Arbitrary<Case> =>
  fc
    .record({
      widths: fc.array(fc.integer({ min: 1, max: widest }), { minLength: 2, maxLength: 4 }),
      count: fc.integer({ min: 1, max: 9 }),
      seed: fc.nat(),
    })
    .map(({ widths, count, seed }) => ({
      state: initialiseNetwork(widths, rootKey(seed)),
      rows: normals(count * nth(widths, 0), seed + 1),
      outputGradients: normals(count * lastOf(widths), seed + 2),
      count,
    }))

/** The gradients that AdamW is given: the first moment after one step from 0 is (1 − β₁) · gradient. */
async function gradientsOf(network: TrainableNetwork, { rows, outputGradients, count }: Case): Promise<Float32Array[]> {
  const byRows = await network.backward(rows, outputGradients, count)
  await network.optimStep({ ...adam, beta1: 0 })
  const { optimiser } = await network.save()
  return [byRows, ...present(optimiser).first.flatMap(({ weight, bias }) => [weight, bias])]
}

function near(found: readonly Float32Array[], wanted: readonly Float32Array[], tolerance: number): boolean {
  const largest = Math.max(1, ...wanted.flatMap(each => [...each].map(Math.abs)))
  return (
    found.length === wanted.length &&
    wanted.every(
      (tensor, index) =>
        found[index]?.length === tensor.length &&
        tensor.every((value, place) => Math.abs(value - nth(nth(found, index), place)) <= tolerance * largest),
    )
  )
}

test('ONNX Runtime computes both passes as plain JavaScript does, to 1e-4 of the largest number', async t => {
  await fc.assert(
    fc.asyncProperty(cases(40), async drawn => {
      const native = await onnx(drawn.state)
      try {
        const { rows, count } = drawn
        t.true(near([await native.forward(rows, count)], [await plain(drawn.state).forward(rows, count)], 1e-4))
        t.true(near(await gradientsOf(native, drawn), await gradientsOf(plain(drawn.state), drawn), 1e-4))
      } finally {
        await native.close()
      }
    }),
    { numRuns: 15 },
  )
})

test('the forward pass is that of the network which is only run', async t => {
  await fc.assert(
    fc.asyncProperty(cases(12), async ({ state, rows, count }) => {
      const wanted = await plainNetwork(state).run(rows, count)
      t.true(near([await plain(state).forward(rows, count)], [wanted], 1e-5))
    }),
    { numRuns: 25 },
  )
})

test('gradients of weights, biases and rows are those of finite differences', async t => {
  const widths = [3, 5, 4, 2]
  const state = initialiseNetwork(widths, rootKey(11))
  /* Biases away from 0 keep every sum away from the rectifier's corner. */
  const layers = state.layers.map(({ weight, bias }) => ({ weight, bias: bias.map((_, index) => 0.3 - 0.2 * index) }))
  const drawn = { state: { ...state, layers }, rows: normals(4 * 3, 12), outputGradients: normals(4 * 2, 13), count: 4 }
  const [byRows, ...byTensors] = await gradientsOf(plain(drawn.state), drawn)
  const loss = async (tensors: readonly Float32Array[], rows: Float32Array): Promise<number> => {
    const changed = layers.map((_, index) => ({ weight: nth(tensors, 2 * index), bias: nth(tensors, 2 * index + 1) }))
    const outputs = await plain({ inputs: 3, layers: changed }).forward(rows, 4)
    return outputs.reduce((sum, value, index) => sum + value * nth(drawn.outputGradients, index), 0)
  }
  const tensors = layers.flatMap(({ weight, bias }) => [weight, bias])
  const step = 2 ** -8
  const moved = (tensor: Float32Array, place: number, by: number): Float32Array =>
    tensor.map((value, index) => (index === place ? value + by : value))
  for (const [index, tensor] of [drawn.rows, ...tensors].entries()) {
    const gradient = index === 0 ? present(byRows) : nth(byTensors, index - 1)
    for (let place = 0; place < tensor.length; place += 1) {
      const at = (by: number): Promise<number> =>
        index === 0
          ? loss(tensors, moved(tensor, place, by))
          : loss(
              tensors.map((each, other) => (other === index - 1 ? moved(each, place, by) : each)),
              drawn.rows,
            )
      const difference = ((await at(step)) - (await at(-step))) / (2 * step)
      t.true(
        Math.abs(difference - nth(gradient, place)) < 2e-3,
        `${index}, ${place}: ${difference} and ${gradient[place]}`,
      )
    }
  }
})

test('gradients are those of TensorFlow.js', async t => {
  await tf.setBackend('cpu')
  /* Its own gradients, which Node's build leaves out; its files name each other without endings. */
  await createJiti(import.meta.url).import('@tensorflow/tfjs-core/dist/register_all_gradients.js')
  await fc.assert(
    fc.asyncProperty(cases(10), async drawn => {
      const { state, rows, outputGradients, count } = drawn
      const widths = [state.inputs, ...state.layers.map(({ bias }) => bias.length)]
      const parameters = state.layers.flatMap(({ weight, bias }, layer) => [
        tf.tensor2d(weight, [nth(widths, layer), nth(widths, layer + 1)]),
        tf.tensor1d(bias),
      ])
      const loss = (...given: tf.Tensor[]): tf.Tensor => {
        const [x, ...layers] = given
        const outputs = state.layers.reduce((input, _, layer) => {
          const sum = tf.add(tf.matMul(input, nth(layers, 2 * layer)), nth(layers, 2 * layer + 1))
          return layer === state.layers.length - 1 ? sum : tf.relu(sum)
        }, present(x))
        return tf.sum(tf.mul(outputs, tf.tensor(outputGradients, [count, lastOf(widths)])))
      }
      const wanted = tf
        .grads(loss)([tf.tensor2d(rows, [count, state.inputs]), ...parameters])
        .map(gradient => gradient.dataSync<'float32'>())
      t.true(near(await gradientsOf(plain(state), drawn), wanted, 1e-4))
    }),
    { numRuns: 25 },
  )
})

test('a step is AdamW on the sum of what was accumulated, clipped by its norm; then nothing is accumulated', async t => {
  await fc.assert(
    fc.asyncProperty(cases(6), fc.double({ min: 0.01, max: 10, noNaN: true }), async (drawn, clipNorm) => {
      const { state, rows, outputGradients, count } = drawn
      const [, ...gradients] = await gradientsOf(plain(state), drawn)
      const network = plain(state)
      await network.backward(rows, outputGradients, count)
      await network.backward(rows, outputGradients, count)
      const { step, gradientNorm } = await network.optimStep({ ...adam, clipNorm })
      const norm = 2 * Math.hypot(...gradients.flatMap(each => [...each]))
      t.true(Math.abs(gradientNorm - norm) <= 1e-4 * Math.max(1, norm))
      t.is(step, 1)
      const found = (await network.save()).layers.flatMap(({ weight, bias }) => [weight, bias])
      const wanted = state.layers
        .flatMap(({ weight, bias }) => [weight, bias])
        .map((weight, index) => {
          const zeros = new Float32Array(weight.length)
          const scale = norm === 0 ? 0 : 2 * Math.min(1, clipNorm / norm)
          return adamw({ weight, first: zeros, second: zeros }, nth(gradients, index), scale, { ...adam, step: 1 })
            .weight
        })
      t.true(near(found, wanted, 1e-3))
      await t.throwsAsync(network.optimStep(adam), {
        instanceOf: RangeError,
        message: 'network critic has accumulated nothing to update with',
      })
    }),
    { numRuns: 25 },
  )
})

test('a network that is saved and opened again goes through the same steps, to the last bit', async t => {
  const drawn = nth(fc.sample(cases(6), { numRuns: 1, seed: 5 }), 0)
  const steps = async (network: TrainableNetwork, times: number): Promise<TrainableNetwork> => {
    for (let step = 0; step < times; step += 1) {
      await network.backward(drawn.rows, drawn.outputGradients, drawn.count)
      await network.optimStep(adam)
    }
    return network
  }
  const whole = await (await steps(plain(drawn.state), 5)).save()
  const half = await (await steps(plain(drawn.state), 2)).save()
  t.deepEqual(await (await steps(plain(half), 3)).save(), whole)
})

test('it learns: regression on |x| falls to a hundredth of its first loss', async t => {
  const network = await onnx(initialiseNetwork([1, 16, 1], rootKey(3)))
  const rows = Float32Array.from({ length: 64 }, (_, index) => index / 32 - 1)
  let first = 0
  let last = 0
  for (let step = 0; step < 300; step += 1) {
    const outputs = await network.forward(rows, 64)
    const errors = outputs.map((value, index) => value - Math.abs(nth(rows, index)))
    last = errors.reduce((sum, error) => sum + error ** 2, 0) / 64
    if (step === 0) first = last
    await network.backward(
      rows,
      errors.map(error => (2 * error) / 64),
      64,
    )
    await network.optimStep(adam)
  }
  await network.close()
  t.true(last < first / 100, `${first} → ${last}`)
})

test('wrong lengths and numbers that are not finite are refused by name and change nothing', async t => {
  const state = initialiseNetwork([2, 3, 1], rootKey(1))
  const network = plain(state)
  const rows = new Float32Array(4)
  await t.throwsAsync(network.forward(rows, 3), {
    instanceOf: RangeError,
    message: 'rows must hold 3 × 2 numbers, got 4',
  })
  await t.throwsAsync(network.forward(rows, 0), { message: 'count must be a positive integer, got 0' })
  await t.throwsAsync(network.backward(rows, new Float32Array(3), 2), {
    message: 'outputGradients must hold 2 × 1 numbers, got 3',
  })
  await t.throwsAsync(network.backward(rows, Float32Array.of(NaN, 0), 2), {
    instanceOf: NonFiniteError,
    message: /^model critic: the gradient of layers\[1\]\.weight is not finite/,
  })
  await t.throwsAsync(network.optimStep(adam), { message: /accumulated nothing/ })
  await network.backward(Float32Array.of(1, 1, 1, 1), Float32Array.of(1, 1), 2)
  await t.throwsAsync(network.optimStep({ ...adam, learningRate: 1e39 }), { instanceOf: NonFiniteError })
  t.deepEqual((await network.save()).layers, state.layers)
})
