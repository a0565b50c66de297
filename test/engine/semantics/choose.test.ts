import test from 'ava'
import fc from 'fast-check'
import { choose, chooseByProbability } from '../../../src/engine/semantics/choose.ts'
import { nth } from '../../../src/math/nth.ts'

const uniform = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const logits = fc
  .array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 1, maxLength: 12 })
  .map(values => Float32Array.from(values))
const plain = { temperature: 1, topP: 1 }

/** p at temperature 1, in float64. */
const probsOf = (from: Float32Array, temperature = 1): number[] => {
  const most = Math.max(...from)
  const unnormalized = Array.from(from, logit => Math.exp((logit - most) / temperature))
  const total = unnormalized.reduce((sum, prob) => sum + prob, 0)
  return unnormalized.map(prob => prob / total)
}

test('the log-probability is that at temperature 1, whatever was drawn from', t => {
  fc.assert(
    fc.property(
      logits,
      uniform,
      fc.constantFrom(0, 0.5, 1, 2),
      fc.constantFrom(0.3, 1),
      (from, at, temperature, topP) => {
        const { token, logprob } = choose(from, { temperature, topP }, at)
        t.true(Math.abs(logprob - Math.log(nth(probsOf(from), token))) < 1e-6)
      },
    ),
  )
})

test('a token is drawn exactly where the cumulative probability passes the draw', t => {
  fc.assert(
    fc.property(logits, uniform, fc.constantFrom(0.5, 1, 3), (from, at, temperature) => {
      const { token } = choose(from, { temperature, topP: 1 }, at)
      const tempered = probsOf(from, temperature)
      const before = tempered.slice(0, token).reduce((sum, share) => sum + share, 0)
      t.true(before <= at + 1e-6 && at <= before + nth(tempered, token) + 1e-6)
    }),
  )
})

test('probabilities given beforehand change nothing', t => {
  fc.assert(
    fc.property(logits, uniform, (from, at) => {
      const [given, own] = [chooseByProbability(Float32Array.from(probsOf(from)), 1, at), choose(from, plain, at)]
      t.true(given.token === own.token || Math.abs(nth(probsOf(from), own.token)) < 1 + 1e-6)
      if (given.token === own.token) t.true(Math.abs(given.logprob - own.logprob) < 1e-5)
    }),
  )
  fc.assert(
    fc.property(logits, uniform, fc.constantFrom(0, 0.5, 5), (from, at, temperature) => {
      const options = { temperature, topP: 1 }
      const [given, own] = [choose(from, options, at, Float32Array.from(probsOf(from))), choose(from, options, at)]
      t.is(given.token, own.token)
      t.true(Math.abs(given.logprob - own.logprob) < 1e-5)
    }),
  )
})

test('greedy takes the likeliest, the lowest id of equals', t => {
  t.is(choose(Float32Array.of(1, 3, 3, 2), { temperature: 0, topP: 1 }, 0.99).token, 1)
})

test('the nucleus holds the fewest likeliest tokens that reach topP', t => {
  const from = Float32Array.from([0.5, 0.25, 0.15, 0.1], Math.log)
  const drawn = (topP: number) =>
    new Set(Array.from({ length: 100 }, (_, index) => choose(from, { temperature: 1, topP }, index / 100).token))
  t.deepEqual([...drawn(0.4)], [0])
  t.deepEqual([...drawn(0.6)], [0, 1])
  t.deepEqual([...drawn(0.8)], [0, 1, 2])
  t.deepEqual([...drawn(1)], [0, 1, 2, 3])
})

test('logits that are not finite are an error', t => {
  t.throws(() => choose(Float32Array.of(NaN, 1), plain, 0.5), { message: /not finite/ })
  t.throws(() => choose(Float32Array.of(Infinity, 1), plain, 0.5), { message: /not finite/ })
})
