/** The pieces of code in docs/writing-an-objective.md, and what the guide says of them. */
import { fileURLToPath } from 'node:url'
import test from 'ava'
import sequenceRatio from '../../examples/sequence-ratio.ts'
import { openDevice, type Device } from '../../src/engine.ts'
import { spanLoss, type Objective } from '../../src/index.ts'
import { describeFormulation } from '../../src/laws/index.ts'
import { exampleOf, livelyModel, smallConfig, usualUpdate } from '../laws/device/device-cases.ts'
import { played, readMetrics } from '../run/tiny-run.ts'
import { present } from '../fixtures/present.ts'

test('the ratio is the geometric mean of those of the tokens', t => {
  const rule = sequenceRatio({ clip: 0.2 })
  const span = { advantage: 2, oldLogprobs: [-1, -2] }
  const { loss, gradient, clipped } = rule([-0.7, -2.1], span) /* s = exp((0.3 − 0.1) / 2) = 1.1052 */
  t.true(Math.abs(loss + 2 * Math.exp(0.1)) < 1e-12)
  t.deepEqual([...gradient], [-Math.exp(0.1), -Math.exp(0.1)])
  t.is(clipped, 0)
  t.like(rule([-0.7, -1.5], span), { loss: -2.4, gradient: new Float64Array(2), clipped: 2 }) /* s = 1.49 */
})

test('of one token it is the clipped objective without a penalty', t => {
  for (const now of [-2, -1.1, -1, -0.9, -0.5]) {
    const span = { advantage: -1.5, oldLogprobs: [-1] }
    const own = sequenceRatio({ clip: 0.2 })([now], span)
    const clipped = spanLoss({ kind: 'clipped', clip: 0.2, klWeight: 0 }, [now], span)
    t.true(Math.abs(own.loss - clipped.loss) < 1e-12 && Math.abs(own.gradient[0]! - clipped.gradient[0]!) < 1e-12)
    t.is(own.clipped, clipped.clipped)
  }
})

test('an option out of range is refused by name', t => {
  t.throws(() => sequenceRatio({ clip: 1.5 }), { instanceOf: RangeError, message: /clip must be in \(0, 1\), got 1.5/ })
})

/** Outside this repository: the path of your own compiled module. */
const module = new URL('../../examples/sequence-ratio.js', import.meta.url).href
const objective: Objective = { kind: 'module', module, options: { clip: 0.2 } }

for (const { name, check } of describeFormulation({ name: 'sequence ratio', objective }, { parts: ['objective'] }))
  test(name, t => t.notThrowsAsync(check))

async function trained(device: Device): Promise<number> {
  const sequence = { tokens: Int32Array.of(3, 1, 4, 1, 5, 9, 2, 6) }
  await device.load('mine', livelyModel(smallConfig, 1))
  const [logprobs] = await device.logprobs('mine', [sequence])
  const example = exampleOf(sequence, present(logprobs))
  const before = await device.forwardBackward('mine', [example], objective)
  await device.optimStep('mine', usualUpdate)
  const after = await device.forwardBackward('mine', [example], objective)
  return before.loss - after.loss
}

test('every engine trains by it', async t => {
  for (const options of [
    { engine: 'onnx', threads: 1 },
    { engine: 'tfjs', backend: 'cpu' },
  ] as const) {
    const device = await openDevice(options)
    t.true((await trained(device)) > 0)
    await device.close()
  }
})

test.serial('a run trains by it', async t => {
  const own = { module: fileURLToPath(module), options: { clip: 3e-4 } }
  const [usual, other] = await Promise.all(
    [{}, { objective: own }].map(async policy => {
      const { directory } = await played(t, { iterations: 1, policy })
      return present((await readMetrics(directory))[0]).models.policy
    }),
  )
  t.is(other?.samples, usual?.samples)
  t.true(present(other).updates > 0)
  t.not(other?.loss, usual?.loss)
})

test.serial('a module that is none is refused before there is a run', async t => {
  const refused = (path: string, message: RegExp) =>
    t.throwsAsync(() => played(t, { policy: { objective: { module: path, options: {} } } }), {
      instanceOf: RangeError,
      message,
    })
  await refused('nowhere/objective.js', /policy\.objective\.module must be the path of a module, got 'nowhere/)
  await refused(fileURLToPath(module), /clip must be in \(0, 1\), got undefined/)
})
