import test from 'ava'
import fc from 'fast-check'
import { initialiseNetwork } from '../../../src/engine/networks/initialise-network.ts'
import type { Network, NetworkShape, NetworkState } from '../../../src/contracts/models/network.ts'
import { openNetwork } from '../../../src/engine/networks/open-network.ts'
import { plainNetwork } from '../../../src/engine/networks/plain-network.ts'
import { rootKey } from '../../../src/math/random.ts'
import { nth } from '../../../src/math/nth.ts'
import { networkShapes, normals } from '../../fixtures/network-shapes.ts'

const onnx = { engine: 'onnx', threads: 1 } as const
const opened = async <T>(state: NetworkState, use: (network: Network) => Promise<T>): Promise<T> => {
  const network = await openNetwork({ kind: 'feed-forward', state }, onnx)
  try {
    return await use(network)
  } finally {
    await network.close()
  }
}

test('ONNX Runtime computes what plain JavaScript does, to 1e-4 of the largest output', async t => {
  await fc.assert(
    fc.asyncProperty(networkShapes(100), fc.integer({ min: 1, max: 40 }), fc.nat(), async (shape, count, seed) => {
      const state = initialiseNetwork(shape, rootKey(seed))
      const rows = normals(count * shape.inputs, seed)
      const wanted = await plainNetwork(state).run(rows, count)
      const found = await opened(state, network => network.run(rows, count))
      const largest = Math.max(1, ...wanted.map(Math.abs))
      t.is(found.length, wanted.length)
      wanted.forEach((value, index) => t.true(Math.abs(value - nth(found, index)) <= 1e-4 * largest))
    }),
    { numRuns: 20 },
  )
})

const wide = { inputs: 128, hidden: [256, 256], outputs: 8 }

for (const [name, shape] of Object.entries({ one: wide, ensemble: { ...wide, members: 3, layerNorm: true } })) {
  test(`what ${name} says of a row does not depend, to the last bit, on the rows beside it`, async t => {
    const state = initialiseNetwork(shape, rootKey(1))
    const rows = normals(300 * 128, 2)
    await opened(state, async network => {
      const { outputs } = network
      const together = Float32Array.from(await network.run(rows, 300))
      for (const count of [1, 2, 3, 7, 16, 31, 64, 255]) {
        const part = await network.run(rows.slice(128, (count + 1) * 128), count)
        t.deepEqual(Float32Array.from(part), together.slice(outputs, (count + 1) * outputs), `${count} rows`)
      }
    })
  })
}

test('a worked example: rectified between the layers, not after the last', async t => {
  const state: NetworkState = {
    shape: { inputs: 2, hidden: [2], outputs: 1 },
    weights: {
      'layers.0.weight': Float32Array.of(1, -1, 2, 0),
      'layers.0.bias': Float32Array.of(0.5, 0.25),
      'layers.1.weight': Float32Array.of(-2, 3),
      'layers.1.bias': Float32Array.of(1),
    },
  }
  /* [1, 1] → [3.5, −0.75] → [3.5, 0] → −6; [0, −1] → [−1.5, 0.25] → [0, 0.25] → 1.75 */
  const rows = Float32Array.of(1, 1, 0, -1)
  t.deepEqual(await plainNetwork(state).run(rows, 2), Float32Array.of(-6, 1.75))
  t.deepEqual(await opened(state, network => network.run(rows, 2)), Float32Array.of(-6, 1.75))
})

test('no network answers zeros', async t => {
  const none = await openNetwork({ kind: 'none', inputs: 3, outputs: 2 }, onnx)
  const said = await none.run(new Float32Array(12), 4)
  t.true(said.length >= 8 && said.every(value => value === 0))
})

test('weights that do not fit, and shapes that cannot be, are refused by name', async t => {
  const { shape, weights } = initialiseNetwork({ inputs: 3, outputs: 2 }, rootKey(1))
  const wrong = { shape, weights: { ...weights, 'layers.0.weight': new Float32Array(5) } }
  const refusal = { instanceOf: RangeError, message: `weights['layers.0.weight'] must hold 3 × 2 numbers, got 5` }
  t.throws(() => plainNetwork(wrong), refusal)
  await t.throwsAsync(openNetwork({ kind: 'feed-forward', state: wrong }, onnx), refusal)
  t.throws(() => plainNetwork({ shape, weights: { ...weights, more: new Float32Array(1) } }), {
    message: /got more too/,
  })
  const image = { height: 4, width: 4, channels: 1, convolutions: [{ channels: 2, size: 3, stride: 1 }] }
  const refused = (given: Partial<NetworkShape>, message: string) =>
    t.throws(() => initialiseNetwork({ inputs: 4, outputs: 1, ...given }, rootKey(1)), {
      instanceOf: RangeError,
      message,
    })
  refused({ outputs: 0 }, 'outputs must be a positive integer, got 0')
  refused({ hidden: [3, 0.5] }, 'hidden[1] must be a positive integer, got 0.5')
  refused({ members: 0 }, 'members must be a positive integer, got 0')
  refused({ image }, 'inputs must be at least the 16 numbers of the image, got 4')
  refused(
    { inputs: 16, image: { ...image, convolutions: [{ channels: 1, size: 5, stride: 1 }] } },
    'image.convolutions[0].size must be at most 4, got 5',
  )
})
