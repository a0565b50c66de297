import test from 'ava'
import fc from 'fast-check'
import { createRows } from '../../src/device/onnx/rows.ts'
import { loadRuntime } from '../../src/device/onnx/runtime.ts'
import { adamw } from '../../src/math/adamw.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'

const rows = createRows(await loadRuntime())
test.after.always(async () => rows.close())

const settings = fc.record({
  learningRate: fc.double({ min: 1e-5, max: 0.1, noNaN: true }),
  beta1: fc.constantFrom(0, 0.9),
  beta2: fc.constantFrom(0, 0.99, 0.999),
  epsilon: fc.constantFrom(1e-8, 1e-3),
  weightDecay: fc.constantFrom(0, 0.1),
  step: fc.integer({ min: 1, max: 50 }),
})

test('a step in float32 is the plain step, to rounding', async t => {
  await fc.assert(
    fc.asyncProperty(settings, fc.nat(), fc.constantFrom(0.5, 1), async (options, seed, scale) => {
      const { normal } = randomFrom(rootKey(seed))
      const drawn = (size: number) => Float32Array.from({ length: 40 }, () => size * normal())
      const from = { weight: drawn(1), first: drawn(0.1), second: drawn(0.1).map(Math.abs) }
      const gradient = drawn(1)
      const into = { weight: drawn(0), first: drawn(0), second: drawn(0) }
      await rows.adamw({ from, gradient, scale, into, options })
      const plain = adamw(from, gradient, scale, options)
      for (const part of ['weight', 'first', 'second'] as const)
        t.true(into[part].every((value, index) => Math.abs(value - plain[part][index]!) <= 2e-6))
    }),
    { numRuns: 40 },
  )
})

test('a row longer than one run is treated alike throughout', async t => {
  const length = 2 ** 16 + 5
  const full = (value: number) => new Float32Array(length).fill(value)
  const into = { weight: full(0), first: full(0), second: full(0) }
  const options = { learningRate: 0.1, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, step: 1 }
  await rows.adamw({
    from: { weight: full(1), first: full(0), second: full(0) },
    gradient: full(2),
    scale: 1,
    into,
    options,
  })
  t.true(into.weight.every(weight => Math.abs(weight - 0.9) < 1e-6))
})

test('squares are summed, and numbers that are not finite show in the sum', async t => {
  t.is(await rows.squares(Float32Array.of(3, 4)), 25)
  t.false(Number.isFinite(await rows.squares(Float32Array.of(1, NaN))))
  t.false(Number.isFinite(await rows.squares(Float32Array.of(1, Infinity))))
})
