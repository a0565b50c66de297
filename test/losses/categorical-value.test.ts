import test from 'ava'
import fc from 'fast-check'
import { categoricalValueLoss, expectedValues, type ValueBins } from '../../src/losses/categorical-value.ts'
import { nth } from '../../src/math/nth.ts'

const cases = fc
  .record({
    count: fc.integer({ min: 2, max: 7 }),
    rows: fc.integer({ min: 1, max: 4 }),
    low: fc.integer({ min: -9, max: 0 }),
    span: fc.integer({ min: 1, max: 9 }),
  })
  .chain(({ count, rows, low, span }) =>
    fc.record({
      bins: fc.constant<ValueBins>({ low, high: low + span, count }),
      logits: fc.float32Array({ min: -3, max: 3, noNaN: true, minLength: rows * count, maxLength: rows * count }),
      targets: fc.float32Array({ min: low, max: low + span, noNaN: true, minLength: rows, maxLength: rows }),
    }),
  )

test('gradients are those of finite differences', t => {
  fc.assert(
    fc.property(cases, ({ bins, logits, targets }) => {
      const step = 2 ** -7
      const slopes = targets.map(target => target - 1)
      const sum = (given: Float32Array): number =>
        expectedValues(given, bins).values.reduce((all, value, row) => all + value * nth(slopes, row), 0)
      const loss = (given: Float32Array): number => categoricalValueLoss(given, targets, bins).loss
      const found = [
        expectedValues(logits, bins).gradients(slopes),
        categoricalValueLoss(logits, targets, bins).gradients,
      ]
      for (const [which, of] of [sum, loss].entries()) {
        logits.forEach((_, place) => {
          const at = (by: number): number => of(logits.map((value, index) => (index === place ? value + by : value)))
          const difference = (at(step) - at(-step)) / (2 * step)
          t.true(Math.abs(difference - nth(nth(found, which), place)) < 0.02)
        })
      }
    }),
    { numRuns: 50 },
  )
})

test('the loss is least where the expected value is the target', t => {
  fc.assert(
    fc.property(cases, ({ bins, logits, targets }) => {
      let given = logits
      for (let step = 0; step < 3000; step += 1) {
        const { gradients } = categoricalValueLoss(given, targets, bins)
        given = given.map((value, place) => value - 2 * nth(gradients, place) * targets.length)
      }
      const { values } = expectedValues(given, bins)
      const width = bins.high - bins.low
      values.forEach((value, row) => t.true(Math.abs(value - nth(targets, row)) < 0.02 * width))
    }),
    { numRuns: 10 },
  )
})

test('worked numbers: three values from 0 to 2, target ¼', t => {
  const bins = { low: 0, high: 2, count: 3 }
  t.deepEqual([...expectedValues(Float32Array.of(0, 0, 0), bins).values], [1])
  const { loss, gradients } = categoricalValueLoss(Float32Array.of(0, 0, 0), Float32Array.of(0.25), bins)
  t.true(Math.abs(loss - Math.log(3)) < 1e-6)
  const wanted = [1 / 3 - 0.75, 1 / 3 - 0.25, 1 / 3]
  gradients.forEach((slope, bin) => t.true(Math.abs(slope - nth(wanted, bin)) < 1e-6))
  t.is(categoricalValueLoss(Float32Array.of(0, 0, 0), Float32Array.of(9), bins).gradients[2], Math.fround(1 / 3 - 1))
})

test('bins and rows that cannot be are refused by name', t => {
  const refused = (logits: number, bins: ValueBins, message: string) =>
    t.throws(() => expectedValues(new Float32Array(logits), bins), { instanceOf: RangeError, message })
  refused(3, { low: 0, high: 1, count: 1 }, 'count must be an integer of at least 2, got 1')
  refused(3, { low: 1, high: 1, count: 3 }, 'low must be below high, got 1 and 1')
  refused(4, { low: 0, high: 1, count: 3 }, 'logits must be whole rows of 3, got 4 numbers')
  t.throws(() => categoricalValueLoss(new Float32Array(4), new Float32Array(1), { low: 0, high: 1, count: 2 }), {
    message: 'targets must be one for each of 2 rows, got 1',
  })
})
