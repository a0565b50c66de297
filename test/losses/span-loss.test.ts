import test from 'ava'
import fc from 'fast-check'
import type { NamedObjective } from '../../src/losses/objective.ts'
import { spanLoss } from '../../src/losses/span-loss.ts'
import { describeFormulation, tokenLogprobs } from '../../src/laws/index.ts'
import { nth } from '../../src/math/nth.ts'
import { formulas } from '../fixtures/formulas.ts'
import { near } from '../laws/near.ts'

const clipped = { kind: 'clipped', clip: 0.2, klWeight: 0.01 } as const
const crossEntropy = { kind: 'cross-entropy' } as const

const objectives: Readonly<Record<string, NamedObjective>> = {
  clipped,
  'clipped without a penalty': { ...clipped, klWeight: 0 },
  'cross-entropy': crossEntropy,
}
for (const [name, objective] of Object.entries(objectives)) {
  for (const each of describeFormulation({ name, objective }, { parts: ['objective'], severities: ['must'] }))
    test(each.name, t => t.notThrowsAsync(each.check))
}

test('loss, penalty and gradient are those of the worked numbers', t => {
  for (const { logprobs, oldLogprobs, mask, advantage, clip, klWeight, loss, kl, gradient } of formulas.loss) {
    const selected = (values: readonly number[]) => values.filter((_, token) => mask[token])
    const actual = spanLoss({ kind: 'clipped', clip, klWeight }, selected(logprobs), {
      advantage,
      oldLogprobs: selected(oldLogprobs),
    })
    near(t, [actual.loss, actual.kl / actual.gradient.length], [loss, kl])
    near(t, [...actual.gradient], selected(gradient))
  }
})

test('an unmoved model has loss −A, gradient −A / n and no penalty', t => {
  fc.assert(
    fc.property(tokenLogprobs, fc.double({ min: -3, max: 3, noNaN: true }), (tokens, advantage) => {
      const logprobs = tokens.map(({ now }) => now)
      const { loss, gradient, kl, clipped: active } = spanLoss(clipped, logprobs, { advantage, oldLogprobs: logprobs })
      near(t, [loss, kl, active], [-advantage, 0, 0])
      near(
        t,
        [...gradient],
        logprobs.map(() => -advantage / logprobs.length),
      )
    }),
    { numRuns: 50 },
  )
})

test('a move that already went far enough the right way is pushed no further', t => {
  const objective = { ...clipped, klWeight: 0 }
  const push = (advantage: number, now: number) => spanLoss(objective, [now], { advantage, oldLogprobs: [-1] })
  for (const [advantage, now] of [
    [1, -0.5],
    [-1, -1.5],
  ] as const) {
    near(t, nth(push(advantage, now).gradient, 0), 0, 0)
    t.is(push(advantage, now).clipped, 1)
  }
  t.true(nth(push(1, -1.5).gradient, 0) < 0)
  t.true(nth(push(-1, -0.5).gradient, 0) > 0)
})

test('beyond a difference of 10 nats only the penalty has a gradient, and it pulls back', t => {
  const far = (by: number) => spanLoss(clipped, [-20 + by], { advantage: -1, oldLogprobs: [-20] })
  near(t, nth(far(12).gradient, 0), 0.01 * (1 - Math.exp(-12)), 1e-15)
  near(t, nth(far(-12).gradient, 0) / (0.01 * (1 - Math.exp(12))), 1, 1e-12)
  near(t, far(12).loss, Math.exp(10) + 0.01 * (Math.exp(-12) - 1 + 12), 1e-9)
  /* At 10 nats the ratio is not yet held: its slope is e¹⁰. */
  near(t, nth(far(10).gradient, 0) / (Math.exp(10) + 0.01 * (1 - Math.exp(-10))), 1, 1e-12)
})

test('cross-entropy ignores advantage and old log-probabilities', t => {
  const {
    loss,
    gradient,
    kl,
    clipped: active,
  } = spanLoss(crossEntropy, [-1, -3], { advantage: Number.NaN, oldLogprobs: [] })
  t.deepEqual([loss, [...gradient], kl, active], [2, [-0.5, -0.5], 0, 0])
})

test('a log-probability that is not a number is not hidden', t => {
  const { loss, gradient } = spanLoss(clipped, [Number.NaN, -1], { advantage: 1, oldLogprobs: [-1, -1] })
  t.true(Number.isNaN(loss) && Number.isNaN(gradient[0]))
})

test('bad spans and options are refused by name', t => {
  const one = { advantage: 1, oldLogprobs: [-1] }
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => spanLoss(clipped, [], { ...one, oldLogprobs: [] }), /at least one token, got 0/)
  refused(() => spanLoss(crossEntropy, [], one), /at least one token, got 0/)
  refused(() => spanLoss(clipped, [-1, -2], one), /oldLogprobs must have 2 values, one a token, got 1/)
  refused(() => spanLoss(clipped, [-1], { ...one, advantage: Infinity }), /advantage must be finite, got Infinity/)
  refused(() => spanLoss({ ...clipped, clip: 0 }, [-1], one), /clip must be in \(0, ∞\), got 0/)
  refused(() => spanLoss({ ...clipped, clip: Infinity }, [-1], one), /clip must be in \(0, ∞\), got Infinity/)
  refused(() => spanLoss({ ...clipped, klWeight: -1 }, [-1], one), /klWeight must be in \[0, ∞\), got -1/)
  refused(() => spanLoss({ ...clipped, klWeight: Infinity }, [-1], one), /klWeight must be in \[0, ∞\), got Infinity/)
})
