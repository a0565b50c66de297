import test from 'ava'
import fc from 'fast-check'
import { perSpan, type BatchLoss } from '../../src/losses/batch-loss.ts'
import { clipped } from '../../src/losses/clipped.ts'
import { dpo } from '../../src/losses/dpo.ts'
import { linear } from '../../src/losses/linear.ts'
import type { SpanRule } from '../../src/losses/objective.ts'
import { zip } from '../../src/math/zip.ts'

const logprob = fc.double({ min: -6, max: -0.01, noNaN: true })
const spanOf = (tokens: number) =>
  fc.record({
    logprobs: fc.array(logprob, { minLength: tokens, maxLength: tokens }),
    oldLogprobs: fc.array(logprob, { minLength: tokens, maxLength: tokens }),
    advantage: fc.double({ min: -2, max: 2, noNaN: true }),
    weight: fc.double({ min: 0.1, max: 3, noNaN: true }),
  })
const batches = fc.array(fc.integer({ min: 1, max: 4 }).chain(spanOf), { minLength: 2, maxLength: 5 })
const pairsOf = (count: number) =>
  fc.array(
    fc.tuple(fc.nat(count - 1), fc.nat(count - 1)).filter(([a, b]) => a !== b),
    { minLength: 1, maxLength: 4 },
  )
const dpoBatches = batches.chain(batch => fc.tuple(fc.constant(batch), pairsOf(batch.length)))

/** Largest difference of the gradient from central differences of the loss. */
function error(
  loss: BatchLoss,
  batch: readonly { readonly logprobs: readonly number[] }[],
  spans: Parameters<BatchLoss>[1],
) {
  const logprobs = batch.map(each => [...each.logprobs])
  const { gradients } = loss(logprobs, spans)
  const step = 1e-5
  let most = 0
  logprobs.forEach((row, span) =>
    row.forEach((value, token) => {
      const at = (moved: number) => loss(logprobs.with(span, row.with(token, moved)), spans).loss
      const slope = (at(value + step) - at(value - step)) / (2 * step)
      most = Math.max(most, Math.abs(slope - (gradients[span]?.[token] ?? NaN)))
    }),
  )
  return most
}

test('the gradient of DPO is that of its loss, by finite differences', t => {
  fc.assert(
    fc.property(dpoBatches, fc.double({ min: 0.05, max: 2, noNaN: true }), ([batch, pairs], beta) => {
      t.true(error(dpo({ beta, pairs }), batch, batch) < 1e-6)
    }),
  )
})

test('a model that has not left its reference is torn evenly: log 2 a pair, half of beta each way', t => {
  const logprobs = [[-1, -2], [-0.5]]
  const spans = logprobs.map(oldLogprobs => ({ oldLogprobs, advantage: 0, weight: 1 }))
  const { loss, gradients } = dpo({ beta: 0.1, pairs: [[0, 1]] })(logprobs, spans)
  t.is(loss, Math.log(2))
  t.deepEqual(
    gradients.map(row => [...row]),
    [[-0.05, -0.05], [0.05]],
  )
})

test('the more a pair is told apart the less it pulls; a swap turns the sign', t => {
  fc.assert(
    fc.property(
      fc.double({ min: -20, max: 20, noNaN: true }),
      fc.double({ min: 0.1, max: 5, noNaN: true }),
      (margin, more) => {
        const spans = [0, 0].map(() => ({ oldLogprobs: [0], advantage: 0, weight: 1 }))
        const at = (own: number, pairs: readonly [number, number][]) => dpo({ beta: 1, pairs })([[own], [0]], spans)
        t.true(at(margin + more, [[0, 1]]).loss <= at(margin, [[0, 1]]).loss)
        const one = at(margin, [[0, 1]])
        const swapped = at(-margin, [[1, 0]])
        t.is(swapped.gradients[0]?.[0], -(one.gradients[0]?.[0] ?? NaN))
      },
    ),
  )
})

test('a loss of single samples, lifted, is their weighted mean, with the gradient of it', t => {
  const rule = perSpan((logprobs, { advantage, oldLogprobs }) =>
    clipped(logprobs, { advantage, oldLogprobs, clip: 1e6, klWeight: 0.1 }),
  )
  fc.assert(fc.property(batches, batch => void t.true(error(rule, batch, batch) < 1e-3)))
})

test('a lifted loss is Σ w L / Σ w of the losses of its spans, in value and gradient', t => {
  const rule: SpanRule = (logprobs, { advantage, oldLogprobs }) =>
    clipped(logprobs, { advantage, oldLogprobs, clip: 0.2, klWeight: 0.1 })
  fc.assert(
    fc.property(batches, batch => {
      const whole = batch.reduce((sum, { weight }) => sum + weight, 0)
      const own = batch.map(span => rule(span.logprobs, span))
      const { loss, gradients } = perSpan(rule)(
        batch.map(({ logprobs }) => logprobs),
        batch,
      )
      const expected = zip(batch, own).reduce((sum, [{ weight }, each]) => sum + (weight * each.loss) / whole, 0)
      t.true(Math.abs(loss - expected) < 1e-9 * (1 + Math.abs(expected)))
      t.is(gradients.length, batch.length)
      for (const [{ weight }, each, row] of zip(batch, zip(own, gradients)).map(([a, [b, c]]) => [a, b, c] as const))
        row.forEach((slope, token) =>
          t.true(Math.abs(slope - ((each.gradient[token] ?? NaN) * weight) / whole) < 1e-9 * (1 + Math.abs(slope))),
        )
    }),
  )
})

test('a linear loss is Σ c log p, and its gradient is c', t => {
  const rows = fc.integer({ min: 1, max: 5 }).chain(n => {
    const row = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: n, maxLength: n })
    return fc.tuple(row, row)
  })
  fc.assert(
    fc.property(rows, ([logprobs, coefficients]) => {
      const { loss, gradient, kl, clipped: tokens } = linear(logprobs, coefficients)
      t.is(
        loss,
        zip(logprobs, coefficients).reduce((sum, [logprob, coefficient]) => sum + coefficient * logprob, 0),
      )
      t.deepEqual([...gradient], coefficients)
      t.deepEqual([kl, tokens], [0, 0])
    }),
  )
})

test('pairs that are far apart overflow nothing: log σ is 0 or the margin', t => {
  const spans = [0, 0].map(() => ({ oldLogprobs: [0], advantage: 0, weight: 1 }))
  const at = (margin: number) => dpo({ beta: 1, pairs: [[0, 1]] })([[margin], [0]], spans)
  t.is(at(1e4).loss, 0)
  t.is(at(-1e4).loss, 1e4)
  t.deepEqual([...(at(-1e4).gradients[0] ?? [])], [-1])
  t.deepEqual([Math.abs(at(1e4).gradients[0]?.[0] ?? NaN)], [0])
})

test('a span of no pair is left alone, one of several pairs is pulled by each', t => {
  const spans = [0, 0, 0, 0].map(() => ({ oldLogprobs: [0], advantage: 0, weight: 1 }))
  const { gradients } = dpo({
    beta: 1,
    pairs: [
      [0, 1],
      [0, 2],
    ],
  })([[0], [0], [0], [0]], spans)
  t.deepEqual(
    gradients.map(row => [...row]),
    [[-0.5], [0.25], [0.25], [0]],
  )
})

test('what cannot be compared is refused by name', t => {
  t.throws(() => dpo({ beta: 0, pairs: [[0, 1]] }), {
    instanceOf: RangeError,
    message: /beta must be in \(0, ∞\), got 0/,
  })
  t.throws(() => dpo({ beta: Infinity, pairs: [[0, 1]] }), { instanceOf: RangeError, message: /got Infinity/ })
  t.throws(() => linear([], []), { instanceOf: RangeError, message: /at least one token, got 0/ })
  t.throws(() => dpo({ beta: 1, pairs: [] }), { instanceOf: RangeError, message: /pairs must not be empty/ })
  const one = [{ oldLogprobs: [0], advantage: 0, weight: 1 }]
  t.throws(() => dpo({ beta: 1, pairs: [[0, 3]] })([[0]], one), {
    instanceOf: RangeError,
    message: /spans from 0 to 0, got 3/,
  })
  t.throws(() => linear([-1, -2], [1]), { instanceOf: RangeError, message: /coefficients must have 2 values.*got 1/ })
  t.throws(() => linear([-1], undefined), { instanceOf: RangeError, message: /got none/ })
})
