import test from 'ava'
import fc from 'fast-check'
import { standardError } from '../../src/math/statistics.ts'
import { ratioDifferenceError, sumOfRatios, type RatioOfSums } from '../../src/statistics/ratio-difference.ts'
import { present } from '../fixtures/present.ts'
import { nth } from '../../src/math/nth.ts'
import { near } from '../laws/near.ts'

/** What is counted of one unit for a measure of two ratios: hits and trials of each, before and after. */
const trials = fc.nat(6).chain(all => fc.tuple(fc.nat(all), fc.constant(all)))
const unit = fc.tuple(trials, trials, trials, trials)
type Unit = readonly (readonly [hits: number, trials: number])[]
const units = fc.array(unit, { minLength: 1, maxLength: 20 })

/** The mean of two ratios, before or after. */
const terms = (of: readonly Unit[], [one, two]: readonly [number, number]): RatioOfSums[] =>
  [one, two].map(place => ({
    weight: 1 / 2,
    numerators: of.map(each => nth(each, place)[0]),
    denominators: of.map(each => nth(each, place)[1]),
  }))
const errorOf = (of: readonly Unit[]): number | null => ratioDifferenceError(terms(of, [0, 1]), terms(of, [2, 3]))

function same(t: Parameters<typeof near>[0], actual: number | null, expected: number | null): void {
  if (actual === null || expected === null) t.is(actual, expected)
  else near(t, actual, expected)
}

test('of simple means the error is s / √n of the differences by unit', t => {
  const values = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 2, maxLength: 30 })
  fc.assert(
    fc.property(values, pairs => {
      const denominators = pairs.map(() => 1)
      const before = [{ weight: 1, numerators: pairs.map(([from]) => from), denominators }]
      const after = [{ weight: 1, numerators: pairs.map(([, to]) => to), denominators }]
      near(t, ratioDifferenceError(before, after) ?? NaN, standardError(pairs.map(([from, to]) => to - from)))
    }),
  )
})

test('where nothing changed it is zero, however unlike the units are', t => {
  fc.assert(
    fc.property(units, of => {
      const measure = terms(of, [0, 1])
      const error = ratioDifferenceError(measure, measure)
      t.true(error === null || error === 0)
    }),
  )
})

test('the order of units does not matter, nor which measurement came first, nor units without anything', t => {
  fc.assert(
    fc.property(units, of => {
      const error = errorOf(of)
      same(t, errorOf(of.toReversed()), error)
      same(t, ratioDifferenceError(terms(of, [2, 3]), terms(of, [0, 1])), error)
      const nothing = [0, 0] as const
      same(t, errorOf([...of, [nothing, nothing, nothing, nothing]]), error)
    }),
  )
})

test('it scales with the measure, and is the same if every unit counts c times as much', t => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 9 }), (of, factor) => {
      const error = errorOf(of)
      const scaled = (...places: readonly [number, number]) =>
        terms(of, places).map(term => ({ ...term, weight: -factor * term.weight }))
      same(t, ratioDifferenceError(scaled(0, 1), scaled(2, 3)), error === null ? null : factor * error)
      const larger = of.map(each => each.map(([hits, all]) => [factor * hits, factor * all] as const))
      same(t, errorOf(larger), error)
    }),
  )
})

test('every unit twice makes the error smaller by √2, except for n and n − 1', t => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 2, maxLength: 20 }), pairs => {
      const error = (of: typeof pairs) => {
        const measure = (place: 0 | 1) => [
          { weight: 1, numerators: of.map(each => each[place]), denominators: of.map(() => 1) },
        ]
        return ratioDifferenceError(measure(0), measure(1)) ?? NaN
      }
      const n = pairs.length
      near(t, error([...pairs, ...pairs]), error(pairs) * Math.sqrt((n - 1) / (2 * n - 1)))
    }),
  )
})

test('over many draws it is the spread of the difference', t => {
  /* Two ratios of 40 units each, the second measurement a little better on the same units; a fixed sequence of chances. */
  let state = 1
  const chance = () => (state = (state * 48271) % 2147483647) / 2147483647
  const draws = Array.from({ length: 400 }, () => {
    const of = Array.from({ length: 40 }, (): Unit => {
      const ease = chance()
      const count = (share: number) => {
        const all = 1 + Math.floor(chance() * 8)
        return [Array.from({ length: all }, () => chance()).filter(x => x < share).length, all] as const
      }
      return [count(ease), count(1 - ease), count(ease * 0.9 + 0.1), count(1 - ease)]
    })
    return {
      value: present(sumOfRatios(terms(of, [2, 3]))) - present(sumOfRatios(terms(of, [0, 1]))),
      error: present(errorOf(of)),
    }
  })
  const spread = standardError(draws.map(({ value }) => value)) * Math.sqrt(draws.length)
  const typical = draws.reduce((sum, { error }) => sum + error, 0) / draws.length
  t.true(Math.abs(typical / spread - 1) < 0.1, `${typical} beside ${spread}`)
})

test('by hand: two units of one ratio', t => {
  /* 3/4 → 1/2; without the first 1/2 → 0, without the second 1 → 1: −1/2 and 0, √(½ · (1/16 + 1/16)) = 1/4. */
  const before = [{ weight: 1, numerators: [2, 1], denominators: [2, 2] }]
  const after = [{ weight: 1, numerators: [2, 0], denominators: [2, 2] }]
  t.is(sumOfRatios(before), 3 / 4)
  t.is(sumOfRatios(after), 1 / 2)
  near(t, ratioDifferenceError(before, after) ?? NaN, 1 / 4)
})

test('where a ratio has nothing, or all of it from one unit, there is no error', t => {
  const empty = [{ weight: 1, numerators: [0, 0], denominators: [0, 0] }]
  const one = [{ weight: 1, numerators: [1, 0], denominators: [2, 0] }]
  t.is(sumOfRatios(empty), null)
  t.is(ratioDifferenceError(empty, empty), null)
  t.is(ratioDifferenceError(one, one), null)
  t.is(ratioDifferenceError([], []), null)
})

test('measurements of other units are refused', t => {
  const two = [{ weight: 1, numerators: [1, 0], denominators: [1, 1] }]
  const three = [{ weight: 1, numerators: [1, 0, 0], denominators: [1, 1, 1] }]
  t.throws(() => ratioDifferenceError(two, three), {
    instanceOf: RangeError,
    message: 'every ratio must have 2 units, got 3',
  })
})
