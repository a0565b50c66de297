/** Networks beside language models on an engine, asked by their names. */
import test from 'ava'
import { initialiseNetwork } from '../../../src/engine/networks/initialise-network.ts'
import { plainPasses } from '../../../src/engine/networks/plain-passes.ts'
import { trainableNetwork, type TrainableNetwork } from '../../../src/engine/networks/trainable-network.ts'
import { withNetworks } from '../../../src/engine/networks/with-networks.ts'
import { openEngine } from '../../../src/engine/open-engine.ts'
import { adamDefaults } from '../../../src/math/adamw.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { nth } from '../../../src/math/nth.ts'

const state = initialiseNetwork({ inputs: 3, hidden: [5], outputs: 2 }, rootKey(1))
const random = randomFrom(rootKey(2))
const rows = Float32Array.from({ length: 12 }, () => random.normal())
const gradients = Float32Array.from({ length: 8 }, () => random.normal())
const options = { ...adamDefaults, learningRate: 0.1 }

test('a network is trained, copied and loaded by the verbs of models, as it is trained alone', async t => {
  const engine = { engine: 'onnx', threads: 1 } as const
  const networks = new Map<string, TrainableNetwork>()
  const opened = withNetworks(await openEngine(engine), networks, { engine })
  t.teardown(opened.close)
  const plain = trainableNetwork('critic', state, plainPasses(state.shape))
  const close = (found: Float32Array, wanted: Float32Array): void => {
    t.is(found.length, wanted.length)
    found.forEach((value, index) => t.true(Math.abs(value - nth(wanted, index)) < 1e-5))
  }
  t.like(await opened.load('critic', { kind: 'network', state }), { reproducible: true, durable: false })
  /* This adds nothing: the step below is that of one gradient. */
  close(await opened.rowGradients('critic', rows, gradients), await plain.rowGradients(rows, gradients, 4))
  await plain.backward(rows, gradients, 4)
  await opened.backward('critic', rows, gradients)
  t.like(await opened.optimStep('critic', options), { step: 1 })
  await plain.optimStep(options)
  const [both = rows] = await opened.forward('critic', [rows])
  close(both, await plain.forward(rows, 4))
  /* Rows of two callers in one run, to the last bit. */
  t.deepEqual(await opened.forward('critic', [rows.subarray(0, 3), rows.subarray(3)]), [
    both.slice(0, 2),
    both.slice(2),
  ])

  await opened.load('copy', await opened.snapshot('critic'))
  t.deepEqual(await opened.forward('copy', [rows]), await opened.forward('critic', [rows]))
  t.deepEqual([...networks.keys()], ['critic', 'copy'])
})

test('names and rows that do not fit are refused', async t => {
  const engine = { engine: 'onnx', threads: 1 } as const
  const opened = withNetworks(await openEngine(engine), new Map(), { engine })
  t.teardown(opened.close)
  await opened.load('critic', { kind: 'network', state })
  const refused = (work: () => Promise<unknown>, message: RegExp) =>
    t.throwsAsync(work, { instanceOf: RangeError, message })
  await refused(async () => opened.forward('actor', [rows]), /no network is named actor; there are: critic/)
  await refused(async () => opened.forward('critic', [rows.subarray(1)]), /count must be a positive integer/)
  await refused(async () => opened.forward('critic', [rows.subarray(1), rows.subarray(2)]), /count must be a positive/)
  await refused(async () => opened.backward('critic', rows, rows), /outputGradients must hold 4 × 2 numbers, got 12/)
  await refused(async () => opened.optimStep('policy', options), /no model is named policy/)
})
