import test from 'ava'
import fc from 'fast-check'
import { initialiseNetwork } from '../../../src/engine/networks/initialise-network.ts'
import { layerSizes, type Network, type NetworkState } from '../../../src/contracts/models/network.ts'
import { openNetwork } from '../../../src/engine/networks/open-network.ts'
import { plainNetwork } from '../../../src/engine/networks/plain-network.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { nth } from '../../../src/math/nth.ts'

const onnx = { engine: 'onnx', threads: 1 } as const
const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 4 })
const rowsOf = (count: number, inputs: number, seed: number): Float32Array => {
  const random = randomFrom(rootKey(seed))
  return Float32Array.from({ length: count * inputs }, () => random.normal())
}
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
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 40 }), fc.nat(), async (widths, count, seed) => {
      const state = initialiseNetwork(widths, rootKey(seed))
      const rows = rowsOf(count, state.inputs, seed)
      const wanted = await plainNetwork(state).run(rows, count)
      const found = await opened(state, network => network.run(rows, count))
      const largest = Math.max(1, ...wanted.map(Math.abs))
      t.is(found.length, wanted.length)
      wanted.forEach((value, index) => t.true(Math.abs(value - nth(found, index)) <= 1e-4 * largest))
    }),
    { numRuns: 20 },
  )
})

test('what is said of a row does not depend, to the last bit, on the rows beside it', async t => {
  const state = initialiseNetwork([128, 256, 256, 8], rootKey(1))
  const rows = rowsOf(300, 128, 2)
  await opened(state, async network => {
    const together = Float32Array.from(await network.run(rows, 300))
    for (const count of [1, 2, 3, 7, 16, 31, 64, 255]) {
      const part = await network.run(rows.slice(128, (count + 1) * 128), count)
      t.deepEqual(Float32Array.from(part), together.slice(8, (count + 1) * 8), `${count} rows`)
    }
  })
})

test('a worked example: rectified between the layers, not after the last', async t => {
  const state: NetworkState = {
    inputs: 2,
    layers: [
      { weight: Float32Array.of(1, -1, 2, 0), bias: Float32Array.of(0.5, 0.25) },
      { weight: Float32Array.of(-2, 3), bias: Float32Array.of(1) },
    ],
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

test('weights that do not fit, and sizes that cannot be, are refused by name', async t => {
  const wrong = { inputs: 3, layers: [{ weight: new Float32Array(5), bias: new Float32Array(2) }] }
  const refusal = { instanceOf: RangeError, message: 'layers[0].weight must hold 3 × 2 numbers, got 5' }
  t.throws(() => layerSizes(wrong), refusal)
  await t.throwsAsync(openNetwork({ kind: 'feed-forward', state: wrong }, onnx), refusal)
  t.throws(() => layerSizes({ inputs: 1, layers: [] }), { message: 'layers must be at least one, got 0' })
  t.throws(() => initialiseNetwork([4], rootKey(1)), { message: 'sizes must be at least two, got 1' })
  t.throws(() => initialiseNetwork([4, 0], rootKey(1)), { message: 'sizes must be positive integers, got 0' })
})
