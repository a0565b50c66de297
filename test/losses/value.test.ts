import test from 'ava'
import fc from 'fast-check'
import { shareOfRange, valueLoss, valueFromLogprobs } from '../../src/losses/value.ts'
import { nth } from '../../src/math/nth.ts'
import { present } from '../fixtures/present.ts'

const logprob = fc.double({ min: -8, max: 0, noNaN: true })
const place = fc.record({ low: logprob, high: logprob, wanted: fc.double({ min: 0, max: 1, noNaN: true }) })
const inside = fc.double({ min: 0.01, max: 0.99, noNaN: true })
const by = fc.double({ min: -3, max: 3, noNaN: true })
const span = (advantage: number) => ({ advantage, weight: 1, oldLogprobs: [] })
const lossOf = (places: readonly { low: number; high: number; wanted: number }[]) =>
  valueLoss(
    places.flatMap(({ low, high }) => [[low], [high]]),
    places.flatMap(({ wanted }) => [span(wanted), span(wanted)]),
  )

test('the gradient of the loss of values is its slope', t => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 4 }), places => {
      const slopes = lossOf(places).gradients.map(([slope]) => present(slope))
      places.forEach((each, index) => {
        for (const [offset, key] of (['low', 'high'] as const).entries()) {
          const at = (by: number) => lossOf(places.with(index, { ...each, [key]: each[key] + by })).loss
          t.true(Math.abs(nth(slopes, 2 * index + offset) - (at(1e-5) - at(-1e-5)) / 2e-5) < 1e-6)
        }
      })
    }),
    { numRuns: 40 },
  )
})

test('the loss is least where the value said is the one that is wanted', t => {
  fc.assert(
    fc.property(logprob, inside, by, (low, wanted, by) => {
      const right = low + Math.log(wanted / (1 - wanted))
      t.true(Math.abs(valueFromLogprobs(low, right, [-2, 12]) - (-2 + 14 * wanted)) < 1e-9)
      const [best, other] = [right, right + by].map(high => lossOf([{ low, high, wanted }]).loss)
      t.true(present(best) <= present(other) + 1e-12)
    }),
  )
})

test('values are told as shares of their range, cut off at its ends; what are no pairs is refused', t => {
  t.deepEqual(
    [-3, -2, 5, 12, 99].map(value => shareOfRange(value, [-2, 12])),
    [0, 0, 0.5, 1, 1],
  )
  t.is(valueFromLogprobs(-1, -1, [0, 1]), 0.5)
  t.throws(() => valueLoss([[0]], [span(1)]), { message: 'values must be pairs of single tokens, got 1 spans' })
})
