import test from 'ava'
import fc from 'fast-check'
import { holm } from '../../src/statistics/holm.ts'
import { nth } from '../../src/math/nth.ts'
import { near } from '../laws/near.ts'

const p = fc.double({ min: 0, max: 1, noNaN: true })
const several = fc.array(p, { maxLength: 12 })

test('a corrected p is never below its own, nor above m times it, and at most 1', t => {
  fc.assert(
    fc.property(several, ps => {
      for (const [index, corrected] of holm(ps).entries()) {
        const raw = nth(ps, index)
        if (corrected === null || corrected < raw || corrected > Math.min(1, ps.length * raw)) return false
      }
      return true
    }),
  )
  t.pass()
})

test('the order of p values is kept, whatever the order they come in', t => {
  fc.assert(
    fc.property(several, ps => {
      const corrected = holm(ps).map(each => each ?? NaN)
      return ps.every((a, i) => ps.every((b, j) => a > b || nth(corrected, i) <= nth(corrected, j)))
    }),
  )
  fc.assert(
    fc.property(several, ps => {
      t.deepEqual(holm([...ps].reverse()), holm(ps).reverse())
    }),
  )
})

test('one comparison is left as it is; what was not tested counts as if its p were 1', t => {
  t.deepEqual(holm([0.03]), [0.03])
  t.deepEqual(holm([]), [])
  fc.assert(
    fc.property(fc.array(fc.option(p), { maxLength: 8 }), ps => {
      const asOne = holm(ps.map(each => each ?? 1))
      t.deepEqual(
        holm(ps),
        asOne.map((each, index) => (ps[index] === null ? null : each)),
      )
    }),
  )
})

test('worked numbers of statsmodels', t => {
  /* statsmodels 0.15.0: multipletests([.01, .04, .03, .005, .2, .0005, .04], method='holm')[1] */
  const found = holm([0.01, 0.04, 0.03, 0.005, 0.2, 0.0005, 0.04])
  near(
    t,
    found.map(each => each ?? NaN),
    [0.05, 0.12, 0.12, 0.03, 0.2, 0.0035, 0.12],
    1e-12,
  )
})

test('no p value is refused by name', t => {
  t.throws(() => holm([0.1, 1.2]), { instanceOf: RangeError, message: 'p must be in [0, 1], got 1.2' })
  t.throws(() => holm([-0.1]), { instanceOf: RangeError, message: /got -0.1/ })
  t.throws(() => holm([NaN]), { instanceOf: RangeError, message: /got NaN/ })
})
