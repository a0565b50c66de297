/** Models of each architecture give the log-probabilities and gradients of transformers, recorded in test/fixtures/architectures. */
import test from 'ava'
import { openDevice, type DeviceOptions } from '../../src/engine/open-device.ts'
import { loadModel } from '../../src/model/checkpoint.ts'
import { nth } from '../../src/math/nth.ts'
import { present } from '../fixtures/present.ts'
import { architectureFolder, recordedArchitectures } from '../fixtures/architectures.ts'
import { bareUpdate } from '../laws/device/device-cases.ts'
import { wholeExample } from './whole-example.ts'

/** Both compute in float32, in another order; log-probabilities are near −4, norms of gradients up to 1. */
const tolerance = 1e-5

const engines: readonly DeviceOptions[] = [
  { engine: 'onnx', threads: 1 },
  { engine: 'tfjs', backend: 'cpu' },
]
for (const engine of engines) {
  for (const [type, { sequences, logprobs, norms, gradients }] of Object.entries(recordedArchitectures)) {
    test(`${engine.engine} gives what transformers gives: ${type}`, async t => {
      const device = await openDevice(engine)
      t.teardown(() => device.close())
      await device.load('model', await loadModel(architectureFolder(type)))
      const near = (found: ArrayLike<number>, wanted: readonly number[], name: string): void => {
        t.is(found.length, wanted.length, name)
        const largest = Math.max(...wanted.map((value, place) => Math.abs(value - present(found[place]))))
        t.true(largest <= tolerance, `${name} differs by ${largest}`)
      }
      const scored = await device.logprobs(
        'model',
        sequences.map(tokens => ({ tokens: Int32Array.from(tokens) })),
      )
      scored.forEach((row, index) => near(row.slice(1), nth(logprobs, index), `sequence ${index}`))

      await device.forwardBackward('model', [wholeExample(nth(sequences, 0))], { kind: 'cross-entropy' })
      await device.optimStep('model', bareUpdate)
      const found = present((await device.save('model')).optimiser).first
      t.deepEqual(Object.keys(found).sort(), Object.keys(norms).sort())
      for (const [name, norm] of Object.entries(norms)) near([Math.hypot(...present(found[name]).data)], [norm], name)
      for (const [name, gradient] of Object.entries(gradients)) near(present(found[name]).data, gradient, name)
    })
  }
}
