/** Losses over a whole batch, on both engines. */
import test from 'ava'
import type { Device, Example } from '../../src/contracts/models/device.ts'
import { openDevice } from '../../src/engine/open-device.ts'
import { linearBatch } from '../../src/learning/whole-batch.ts'
import { perSpan, type BatchLoss } from '../../src/losses/batch-loss.ts'
import { dpo } from '../../src/losses/dpo.ts'
import { spanLoss } from '../../src/losses/span-loss.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'

const tokens = [Int32Array.of(1, 2, 3, 4, 5), Int32Array.of(1, 2, 6, 7), Int32Array.of(3, 3, 8, 9, 10, 2)]
const examples: readonly Example[] = tokens.map((sequence, index) => ({
  sequence: { tokens: sequence },
  spans: [
    {
      start: 2,
      end: sequence.length,
      advantage: index - 1,
      weight: 1 + index,
      oldLogprobs: new Float32Array(sequence.length - 2).fill(-2),
    },
  ],
}))
const adamw = { beta1: 0, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, clipNorm: Infinity }
const clipped = { kind: 'clipped', clip: 0.2, klWeight: 0.05 } as const

async function add(device: Device, loss: BatchLoss): Promise<number> {
  const logprobs = await device.logprobs(
    'm',
    examples.map(({ sequence }) => sequence),
  )
  const batch = linearBatch(examples, logprobs, loss)
  await device.forwardBackward('m', batch.examples, { kind: 'linear' })
  return batch.loss
}

for (const engine of [
  { engine: 'onnx', threads: 1 },
  { engine: 'tfjs', backend: 'cpu' },
] as const) {
  test(`${engine.engine}: a loss of single samples has the same gradient as a whole batch as by itself`, async t => {
    const device = await openDevice(engine)
    const norms: number[] = []
    const losses: number[] = []
    for (const whole of [false, true]) {
      await device.load('m', livelyModel(smallConfig, 3))
      if (whole)
        losses.push(
          await add(
            device,
            perSpan((logprobs, span) => spanLoss(clipped, logprobs, span)),
          ),
        )
      else {
        const { loss, weight } = await device.forwardBackward('m', examples, clipped)
        losses.push(loss / weight)
      }
      norms.push((await device.optimStep('m', { ...adamw, learningRate: 1e-4 })).gradientNorm ?? NaN)
    }
    const [own = NaN, batched = NaN] = norms
    t.true(Math.abs(own - batched) < 1e-5 * own, `${own} and ${batched}`)
    t.true(Math.abs((losses[0] ?? NaN) - (losses[1] ?? NaN)) < 1e-5)
    await device.close()
  })

  test(`${engine.engine}: preferences are learned from pairs`, async t => {
    const device = await openDevice(engine)
    await device.load('m', livelyModel(smallConfig, 3))
    const reference = await device.logprobs(
      'm',
      examples.map(({ sequence }) => sequence),
    )
    const own = examples.map(({ sequence, spans }, index) => ({
      sequence,
      spans: spans.map(span => ({ ...span, oldLogprobs: reference[index]!.slice(span.start, span.end) })),
    }))
    const loss = dpo({
      beta: 0.5,
      pairs: [
        [0, 1],
        [2, 1],
      ],
    })
    const losses: number[] = []
    for (let step = 0; step < 5; step += 1) {
      const logprobs = await device.logprobs(
        'm',
        own.map(({ sequence }) => sequence),
      )
      const batch = linearBatch(own, logprobs, loss)
      losses.push(batch.loss)
      await device.forwardBackward('m', batch.examples, { kind: 'linear' })
      await device.optimStep('m', { ...adamw, learningRate: 3e-3 })
    }
    t.true(Math.abs((losses[0] ?? NaN) - Math.log(2)) < 1e-5)
    t.true(
      losses.every((value, step) => step === 0 || value < (losses[step - 1] ?? 0)),
      losses.join(' '),
    )
    t.true((losses.at(-1) ?? 1) < 0.6)
    await device.close()
  })
}

test('coefficients of another length, or not finite, are refused', async t => {
  const device = await openDevice({ engine: 'onnx', threads: 1 })
  await device.load('m', livelyModel(smallConfig, 3))
  const refused = (coefficients: readonly number[], message: RegExp) =>
    t.throwsAsync(
      device.forwardBackward(
        'm',
        examples.slice(0, 1).map(({ sequence, spans }) => ({
          sequence,
          spans: spans.map(span => ({ ...span, coefficients: Float32Array.from(coefficients) })),
        })),
        { kind: 'linear' },
      ),
      { instanceOf: RangeError, message },
    )
  await refused([1], /coefficients must have 3 elements, got 1/)
  await refused([1, NaN, 1], /coefficients must be finite, got NaN/)
  t.throws(
    () =>
      linearBatch(
        examples,
        tokens.map(each => new Float32Array(each.length)),
        () => ({ loss: 0, gradients: [] }),
      ),
    {
      instanceOf: RangeError,
      message: /gradients\[0\] of the loss must have 3 values/,
    },
  )
  await device.close()
})
