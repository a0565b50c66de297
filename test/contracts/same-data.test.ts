import { inspect, isDeepStrictEqual } from 'node:util'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import fc from 'fast-check'
import { cloned, inThisRealm, sameData } from '../../src/contracts/same-data.ts'

const values = fc.anything({
  withMap: true,
  withSet: true,
  withDate: true,
  withTypedArray: true,
  withNullPrototype: true,
})

test('in one realm it is the equality of the platform', t => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      t.is(sameData(one, other), isDeepStrictEqual(one, other))
      /* Two dates that are none are not equal in Node.js 20. */
      t.true(sameData(one, inThisRealm(one)) || inspect(one, { depth: null }).includes('Invalid Date'))
    }),
  )
  class Point extends Map<string, number> {}
  t.false(sameData(new Point(), new Map()))
  t.false(sameData(new Array(1), [undefined]))
  t.false(sameData(0, -0))
})

const codes = [
  "({ a: [1, { b: null }], m: new Map([['x', { y: 1 }]]), s: new Set([2]), d: new Date(7), f: new Float64Array([1, NaN]) })",
  '(() => { const ring = { next: [] }; ring.next.push(ring); return ring })()',
]

for (const code of codes)
  test(`data of another realm is the same: ${code}`, t => {
    const [here, there] = [eval(code) as object, runInNewContext(code) as object]
    t.false(isDeepStrictEqual(here, there))
    t.true(sameData(here, there))
    t.true(isDeepStrictEqual(here, inThisRealm(there)))
    t.false(sameData({ here }, { here: there, more: 1 }))
  })

test('a clone is another object with the same data', t => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ a: fc.double(), b: fc.float64Array() }, { noNullPrototype: true }), { minLength: 1 }),
      list => {
        const copy = cloned(list)
        t.true(isDeepStrictEqual(copy, list))
        t.not(copy[0], list[0])
      },
    ),
  )
})
