import test from 'ava'
import fc from 'fast-check'
import { adamw, gradientNorm } from '../../src/math/adamw.ts'
import { nth } from '../../src/math/nth.ts'

const options = { learningRate: 0.1, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, step: 1 }
const still = (weight: number) => ({
  weight: Float32Array.of(weight),
  first: new Float32Array(1),
  second: new Float32Array(1),
})

test('the first step goes by the learning rate against the sign of the gradient, whatever its size', t => {
  const slopes = fc.float({ min: Math.fround(1e-3), max: Math.fround(1e3), noNaN: true })
  fc.assert(
    fc.property(slopes, fc.boolean(), (size, negative) => {
      const { weight } = adamw(still(1), Float32Array.of(negative ? -size : size), 1, options)
      t.true(Math.abs(nth(weight, 0) - (negative ? 1.1 : 0.9)) < 1e-5)
    }),
  )
})

test('scaling the gradient beforehand or by `scale` is the same, and nothing given is changed', t => {
  fc.assert(
    fc.property(fc.float32Array({ minLength: 1, maxLength: 9, noNaN: true, noDefaultInfinity: true }), drawn => {
      const gradient = Float64Array.from(drawn, slope => Math.sign(slope) * Math.min(Math.abs(slope), 1e6))
      const tensor = {
        weight: Float32Array.from(gradient, (_, index) => index),
        first: new Float32Array(gradient.length).fill(0.5),
        second: new Float32Array(gradient.length).fill(0.25),
      }
      const before = structuredClone(tensor)
      t.deepEqual(
        adamw(
          tensor,
          gradient.map(slope => slope * 0.5),
          1,
          options,
        ),
        adamw(tensor, gradient, 0.5, options),
      )
      t.deepEqual(tensor, before)
    }),
  )
})

test('two steps by hand', t => {
  /* w = 1, g = 0.5 then -1, decay 0.01: the numbers of torch.optim.AdamW, worked out apart in float64. */
  const first = adamw(still(1), Float32Array.of(0.5), 1, { ...options, weightDecay: 0.01 })
  t.true(Math.abs(nth(first.weight, 0) - 0.899) < 1e-6)
  t.true(Math.abs(nth(first.first, 0) - 0.05) < 1e-7)
  t.true(Math.abs(nth(first.second, 0) - 0.00025) < 1e-9)
  const second = adamw(first, Float32Array.of(-1), 1, { ...options, weightDecay: 0.01, step: 2 })
  t.true(Math.abs(nth(second.weight, 0) - 0.934711354) < 1e-6)
})

test('a slope as small as ε moves half as far', t => {
  const { weight } = adamw(still(1), Float64Array.of(1e-8), 1, options)
  t.true(Math.abs(nth(weight, 0) - 0.95) < 1e-6)
})

test('the norm is that of all tensors together', t => {
  t.is(gradientNorm([Float64Array.of(3, 0), Float32Array.of(4)]), 5)
  t.is(gradientNorm([]), 0)
})

test('a wrong step or length is refused', t => {
  t.throws(() => adamw(still(1), Float32Array.of(1), 1, { ...options, step: 0 }), { message: /step .* got 0/ })
  t.throws(() => adamw(still(1), Float32Array.of(1), 1, { ...options, step: 1.5 }), { message: /step .* got 1.5/ })
  t.throws(() => adamw(still(1), new Float32Array(2), 1, options), { message: /1 elements, got 2/ })
})
