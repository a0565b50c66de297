import '@tensorflow/tfjs-backend-cpu'
import * as tf from '@tensorflow/tfjs-core'
import test from 'ava'
import fc from 'fast-check'
import { createJiti } from 'jiti'
import { networkLayout, networkTensors } from '../../../src/contracts/models/network-layout.ts'
import { initialiseNetwork } from '../../../src/engine/networks/initialise-network.ts'
import type { NetworkState, NetworkTensors, TrainedNetworkState } from '../../../src/contracts/models/network.ts'
import { openTrainableNetwork } from '../../../src/engine/networks/open-trainable-network.ts'
import { plainNetwork } from '../../../src/engine/networks/plain-network.ts'
import { plainPasses } from '../../../src/engine/networks/plain-passes.ts'
import { trainableNetwork, type TrainableNetwork } from '../../../src/engine/networks/trainable-network.ts'
import { NonFiniteError } from '../../../src/engine/semantics/non-finite-error.ts'
import { adamw } from '../../../src/math/adamw.ts'
import { rootKey } from '../../../src/math/random.ts'
import { networkShapes, normals } from '../../fixtures/network-shapes.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'

const adam = { learningRate: 1e-2, clipNorm: 1e9, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 }
const plain = (state: TrainedNetworkState): TrainableNetwork =>
  trainableNetwork('critic', state, plainPasses(state.shape))
const onnx = (state: TrainedNetworkState, threads = 1): Promise<TrainableNetwork> =>
  openTrainableNetwork({ name: 'critic', state, engine: { engine: 'onnx', threads } })

interface Case {
  readonly state: NetworkState
  readonly rows: Float32Array
  readonly outputGradients: Float32Array
  readonly count: number
}
/** Weights of all kinds are drawn: fresh biases and shifts are 0. */
const cases = (widest: number): fc.Arbitrary<Case> =>
  fc.tuple(networkShapes(widest), fc.integer({ min: 1, max: 9 }), fc.nat()).map(([shape, count, seed]) => {
    const { weights } = initialiseNetwork(shape, rootKey(seed))
    const moved = Object.entries(weights).map(([name, values], index) => {
      const noise = normals(values.length, seed + 3 + index)
      return [name, values.map((value, place) => value + 0.3 * nth(noise, place))] as const
    })
    return {
      state: { shape, weights: Object.fromEntries(moved) },
      rows: normals(count * shape.inputs, seed + 1),
      outputGradients: normals(count * (shape.members ?? 1) * shape.outputs, seed + 2),
      count,
    }
  })

/** The gradients that AdamW is given: the first moment after one step from 0 is (1 − β₁) · gradient. */
async function gradientsOf(network: TrainableNetwork, { rows, outputGradients, count }: Case): Promise<NetworkTensors> {
  await network.backward(rows, outputGradients, count)
  const byRows = await network.rowGradients(rows, outputGradients, count)
  await network.optimStep({ ...adam, beta1: 0 })
  return { rows: byRows, ...present((await network.save()).optimiser).first }
}

/** Whether the numbers of tensors are those of others, up to a part of the largest. */
function near(found: NetworkTensors, wanted: NetworkTensors, tolerance: number): boolean {
  const largest = Math.max(1, ...Object.values(wanted).flatMap(each => [...each].map(Math.abs)))
  return (
    Object.keys(found).toSorted().join() === Object.keys(wanted).toSorted().join() &&
    Object.entries(wanted).every(
      ([name, tensor]) =>
        found[name]?.length === tensor.length &&
        tensor.every((value, place) => Math.abs(value - nth(present(found[name]), place)) <= tolerance * largest),
    )
  )
}

test('ONNX Runtime computes both passes as plain JavaScript does, to 1e-3 of the largest number', async t => {
  await fc.assert(
    fc.asyncProperty(cases(40), async drawn => {
      const native = await onnx(drawn.state)
      try {
        const { rows, count } = drawn
        const outputs = await native.forward(rows, count)
        t.true(near({ outputs }, { outputs: await plain(drawn.state).forward(rows, count) }, 1e-4))
        t.true(near(await gradientsOf(native, drawn), await gradientsOf(plain(drawn.state), drawn), 1e-3))
      } finally {
        await native.close()
      }
    }),
    { numRuns: 12 },
  )
})

test('the forward pass is that of the network which is only run', async t => {
  await fc.assert(
    fc.asyncProperty(cases(12), async ({ state, rows, count }) => {
      const wanted = await plainNetwork(state).run(rows, count)
      t.deepEqual(await plain(state).forward(rows, count), wanted)
    }),
    { numRuns: 15 },
  )
})

test('gradients of weights and rows are those of finite differences', async t => {
  const steps = [2 ** -8, 2 ** -10, 2 ** -12]
  await fc.assert(
    fc.asyncProperty(cases(4), async drawn => {
      const { state, rows, outputGradients, count } = drawn
      const found = await gradientsOf(plain(state), drawn)
      const tensors: NetworkTensors = { rows, ...state.weights }
      const { forward } = plainPasses(state.shape)
      const loss = async ({ rows: given = rows, ...weights }: NetworkTensors): Promise<number> => {
        const outputs = await forward(weights, given, count)
        return outputs.reduce((sum, value, index) => sum + value * nth(outputGradients, index), 0)
      }
      const at = (name: string, place: number, by: number): Promise<number> =>
        loss({
          ...tensors,
          [name]: present(tensors[name]).map((value, index) => (index === place ? value + by : value)),
        })
      for (const [name, tensor] of Object.entries(tensors)) {
        const place = count % tensor.length
        const gradient = nth(present(found[name]), place)
        const slack = 0.05 * Math.max(1, Math.abs(gradient))
        const slopes: (readonly [left: number, right: number])[] = []
        /* Where a rectifier's corner lies between the three points, the slope is one on each side of it; of many corners, or
           near the variance 0 of a layer norm, only shorter steps show it. */
        const isBetween = ([left, right]: readonly [number, number]): boolean =>
          gradient > Math.min(left, right) - slack && gradient < Math.max(left, right) + slack
        for (const step of steps) {
          if (slopes.some(isBetween)) break
          const here = await at(name, place, 0)
          slopes.push([(here - (await at(name, place, -step))) / step, ((await at(name, place, step)) - here) / step])
        }
        t.true(slopes.some(isBetween), `${name}, ${place}: ${gradient}, slopes ${JSON.stringify(slopes)}`)
      }
    }),
    { numRuns: 20 },
  )
})

/** The sum of outputs times gradients in TensorFlow.js, member by member. */
function tensorflowLoss(
  { state: { shape }, outputGradients, count }: Case,
  tensors: ReadonlyMap<string, tf.Tensor>,
): tf.Tensor {
  const { convolutions, linear, pixels } = networkLayout(shape)
  const members = shape.members ?? 1
  const rows = present(tensors.get('rows'))
  const wanted = tf.tensor3d(outputGradients, [count, members, shape.outputs])
  const losses = Array.from({ length: members }, (_, member) => {
    const weight = (name: string): tf.Tensor => {
      const all = present(tensors.get(name))
      const [members, ...sizes] = all.shape
      if (shape.members === undefined || members === undefined) return all
      return tf.reshape(tf.slice(all, [member, ...sizes.map(() => 0)], [1, ...sizes]), sizes)
    }
    let x = rows
    if (convolutions.length > 0) {
      const { height, width, channels } = present(shape.image)
      const image = tf.reshape<tf.Rank.R4>(tf.slice(rows, [0, 0], [count, pixels]), [count, height, width, channels])
      const seen = convolutions.reduce<tf.Tensor4D>((from, { name, stride }) => {
        const sum = tf.conv2d(from, weight(`${name}.weight`) as tf.Tensor4D, stride, 'valid')
        return tf.relu(tf.add(sum, weight(`${name}.bias`)))
      }, image)
      x = tf.concat([tf.reshape(seen, [count, -1]), tf.slice(rows, [0, pixels], [count, shape.inputs - pixels])], 1)
    }
    const outputs = linear.reduce<tf.Tensor>((from, { name, normalised, rectified }) => {
      const sum = tf.add(
        tf.matMul(from as tf.Tensor2D, weight(`${name}.weight`) as tf.Tensor2D),
        weight(`${name}.bias`),
      )
      const { mean, variance } = tf.moments(sum, 1, true)
      const unit = tf.div(tf.sub(sum, mean), tf.sqrt(tf.add(variance, 1e-5)))
      const scaled = normalised ? tf.add(tf.mul(unit, weight(`${name}.scale`)), weight(`${name}.shift`)) : sum
      return rectified ? tf.relu(scaled) : scaled
    }, x)
    return tf.sum(
      tf.mul(outputs, tf.reshape(tf.slice(wanted, [0, member, 0], [count, 1, shape.outputs]), [count, shape.outputs])),
    )
  })
  return losses.reduce((sum, loss) => tf.add(sum, loss))
}

test('gradients are those of TensorFlow.js', async t => {
  await tf.setBackend('cpu')
  /* Its own gradients, which Node's build leaves out; its files name each other without endings. */
  await createJiti(import.meta.url).import('@tensorflow/tfjs-core/dist/register_all_gradients.js')
  await fc.assert(
    fc.asyncProperty(cases(8), async drawn => {
      const { state, rows, count } = drawn
      const sizes = new Map([['rows', [count, state.shape.inputs]], ...networkTensors(state.shape)])
      const tensors = Object.entries({ rows, ...state.weights })
      const loss = (...given: tf.Tensor[]): tf.Tensor =>
        tensorflowLoss(drawn, new Map(tensors.map(([name], index) => [name, nth(given, index)])))
      const found = tf.grads(loss)(tensors.map(([name, values]) => tf.tensor(values, [...present(sizes.get(name))])))
      const wanted = tensors.map(([name], index) => [name, nth(found, index).dataSync<'float32'>()] as const)
      t.true(near(await gradientsOf(plain(state), drawn), Object.fromEntries(wanted), 1e-3))
    }),
    { numRuns: 12 },
  )
})

test('gradients have the same bits with and without a forward pass before, and with any number of threads', async t => {
  const shape = { inputs: 20, hidden: [130, 256], layerNorm: true, members: 3, outputs: 2 }
  const state = initialiseNetwork(shape, rootKey(8))
  const drawn = { state, rows: normals(40 * 20, 1), outputGradients: normals(40 * 6, 2), count: 40 }
  const [one, two] = [await onnx(state, 1), await onnx(state, 2)]
  const wanted = await gradientsOf(one, drawn)
  t.deepEqual(await gradientsOf(two, drawn), wanted)
  /* Rows of the first forward pass after a backward pass are kept for the next one. */
  const again = await onnx(state, 2)
  await again.backward(drawn.rows, normals(40 * 6, 3), 40)
  await again.optimStep({ ...adam, learningRate: 0, beta1: 0, beta2: 0 })
  await again.forward(drawn.rows, 40)
  t.deepEqual({ ...(await gradientsOf(again, drawn)) }, wanted)
  for (const network of [one, two, again]) await network.close()
})

test('calls that overlap are answered as if one came after another', async t => {
  const drawn = nth(fc.sample(cases(20), { numRuns: 1, seed: 7 }), 0)
  const { rows, outputGradients, count, state } = drawn
  const overlapping = async (network: TrainableNetwork) => {
    const before = network.forward(rows, count)
    const gradient = network.rowGradients(rows, outputGradients, count)
    const added = network.backward(rows, outputGradients, count)
    const updated = network.optimStep(adam)
    const after = network.forward(rows, count)
    await added
    return [await before, await gradient, (await updated).step, await after]
  }
  const inTurn = async (network: TrainableNetwork) => {
    const before = await network.forward(rows, count)
    const gradient = await network.rowGradients(rows, outputGradients, count)
    await network.backward(rows, outputGradients, count)
    const { step } = await network.optimStep(adam)
    return [before, gradient, step, await network.forward(rows, count)]
  }
  const [one, two] = [await onnx(state), await onnx(state)]
  t.deepEqual(await overlapping(one), await inTurn(two))
  for (const network of [one, two]) await network.close()
})

test('a step is AdamW on the sum of what was accumulated, clipped by its norm; then nothing is accumulated', async t => {
  await fc.assert(
    fc.asyncProperty(cases(6), fc.double({ min: 0.01, max: 10, noNaN: true }), async (drawn, clipNorm) => {
      const { state, rows, outputGradients, count } = drawn
      const { rows: _, ...gradients } = await gradientsOf(plain(state), drawn)
      const network = plain(state)
      await network.backward(rows, outputGradients, count)
      const others = outputGradients.map(value => 3 * value)
      await network.backward(rows, others, count)
      const { step, gradientNorm } = await network.optimStep({ ...adam, clipNorm })
      const norm = 4 * Math.hypot(...Object.values(gradients).flatMap(each => [...each]))
      t.true(Math.abs(gradientNorm - norm) <= 1e-4 * Math.max(1, norm))
      t.is(step, 1)
      const scale = norm === 0 ? 0 : 4 * Math.min(1, clipNorm / norm)
      const wanted = Object.entries(state.weights).map(([name, weight]) => {
        const zeros = new Float32Array(weight.length)
        const stepped = adamw({ weight, first: zeros, second: zeros }, present(gradients[name]), scale, {
          ...adam,
          step: 1,
        })
        return [name, stepped.weight] as const
      })
      t.true(near((await network.save()).weights, Object.fromEntries(wanted), 1e-3))
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

const learners = {
  'a network': { inputs: 1, hidden: [16], outputs: 1 },
  'an ensemble with layer norm': { inputs: 1, hidden: [16, 16], outputs: 1, members: 3, layerNorm: true },
}
for (const [name, shape] of Object.entries(learners)) {
  test(`${name} learns: regression on |x| falls to a hundredth of its first loss`, async t => {
    const network = await onnx(initialiseNetwork(shape, rootKey(3)))
    const rows = Float32Array.from({ length: 64 }, (_, index) => index / 32 - 1)
    let first = 0
    let last = 0
    for (let step = 0; step < 300; step += 1) {
      const outputs = await network.forward(rows, 64)
      const errors = outputs.map((value, index) => value - Math.abs(nth(rows, Math.floor(index / network.outputs))))
      last = errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length
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
}

test('settings of a step that are out of range are refused by name and change nothing', async t => {
  const state = initialiseNetwork({ inputs: 1, outputs: 1 }, rootKey(1))
  const network = plain(state)
  await network.backward(Float32Array.of(1), Float32Array.of(1), 1)
  const wrong = fc.constantFrom(
    ...(['learningRate', 'clipNorm', 'beta1', 'beta2', 'epsilon', 'weightDecay'] as const).flatMap(name =>
      [NaN, -1].map(value => [name, value] as const),
    ),
  )
  await fc.assert(
    fc.asyncProperty(wrong, async ([name, value]) => {
      const message = new RegExp(`^${name} must be in .*, got ${value}$`)
      await t.throwsAsync(network.optimStep({ ...adam, [name]: value }), { instanceOf: RangeError, message })
      t.deepEqual((await network.save()).weights, state.weights)
    }),
  )
  t.is((await network.optimStep(adam)).step, 1)
})

test('wrong lengths and numbers that are not finite are refused by name and change nothing', async t => {
  const state = initialiseNetwork({ inputs: 2, hidden: [3], outputs: 1 }, rootKey(1))
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
    message: /^model critic: the gradient of layers\.\d\.\w+ is not finite/,
  })
  await t.throwsAsync(network.optimStep(adam), { message: /accumulated nothing/ })
  await network.backward(Float32Array.of(1, 1, 1, 1), Float32Array.of(1, 1), 2)
  await t.throwsAsync(network.optimStep({ ...adam, learningRate: 1e39 }), { instanceOf: NonFiniteError })
  t.deepEqual((await network.save()).weights, state.weights)
})
