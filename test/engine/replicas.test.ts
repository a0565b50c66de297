/** A device in several threads is one device. What each replica does alone is tried with one, in onnx.test.ts. */
import test from 'ava'
import fc from 'fast-check'
import type { Device } from '../../src/contracts/models/device.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { present } from '../fixtures/present.ts'
import { nth } from '../../src/math/nth.ts'
import { bareUpdate, exampleOf, livelyModel, objectives, smallConfig, tree } from '../laws/device/device-cases.ts'
import { callLaws } from '../laws/device-laws.ts'
import { createSubject } from '../laws/device/subject.ts'

const subject = createSubject('two replicas', () => createOnnxDevice({ threads: 2 }), 1e-5)
callLaws(subject)

test.serial('what replicas accumulate together is what one does alone, and the same each time', async t => {
  const { opened, close } = subject
  const alone = await createOnnxDevice()
  const trees = fc.array(tree(40, 6), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(trees, async sequences => {
      const model = livelyModel(smallConfig, 1)
      const train = async (device: Device) => {
        await device.load('m', model)
        const logprobs = await device.logprobs('m', sequences)
        const examples = sequences.map((sequence, index) => exampleOf(sequence, nth(logprobs, index)))
        const sums = await device.forwardBackward('m', examples, nth(objectives, 1))
        await device.optimStep('m', bareUpdate)
        return { logprobs, sums, gradients: Object.values(present((await device.save('m')).optimiser).first) }
      }
      const [one, two, again] = [await train(alone), await train(await opened()), await train(await opened())]
      t.deepEqual(two, again)
      t.deepEqual(two.logprobs, one.logprobs)
      for (const [name, sum] of Object.entries(one.sums)) {
        t.true(
          close(
            [Number(two.sums[name as keyof typeof two.sums])],
            [Number(sum)],
            1e-4 * Math.max(1, Math.abs(Number(sum))),
          ),
        )
      }
      two.gradients.forEach(({ data }, index) => t.true(close(data, nth(one.gradients, index).data, 1e-4)))
    }),
    { numRuns: 6, endOnFailure: true },
  )
  await alone.close()
})
