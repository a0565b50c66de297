import test from 'ava'
import fc from 'fast-check'
import { lastOf } from '../../src/math/last-of.ts'
import { lookUp } from '../../src/math/look-up.ts'
import { nth } from '../../src/math/nth.ts'
import { zip } from '../../src/math/zip.ts'

test('nth is the item at an index, of any sort of array', t => {
  fc.assert(
    fc.property(fc.array(fc.double(), { minLength: 1 }), fc.nat(), (values, choice) => {
      const index = choice % values.length
      t.is(nth(values, index), values[index] ?? NaN)
      t.is(nth(Float64Array.from(values), index), values[index] ?? NaN)
    }),
  )
  t.is(nth([null], 0), null)
  t.is(nth(Float32Array.of(NaN), 0), NaN)
})

test('nth refuses an index at which nothing stands, with the index and the length', t => {
  const message = (index: number) => `index must be in [0, 2), got ${index}`
  for (const index of [-1, 2, 0.5, NaN])
    t.throws(() => nth(['a', 'b'], index), { instanceOf: RangeError, message: message(index) })
  t.throws(() => nth(new Int32Array(0), 0), { message: 'index must be in [0, 0), got 0' })
})

test('lastOf is the last item, and refuses an empty array', t => {
  t.is(lastOf([1, 2, 3]), 3)
  t.throws(() => lastOf([]), { instanceOf: RangeError, message: 'items must not be empty' })
})

test('lookUp is the value of a key, and refuses a key without one, by its name', t => {
  const table = new Map([['a', 0]])
  t.is(lookUp(table, 'a'), 0)
  t.throws(() => lookUp(table, 'b'), { instanceOf: RangeError, message: 'no entry for b' })
})

test('zip pairs what stands at the same index, holes of null too, and refuses two lengths', t => {
  t.deepEqual(zip(['a', 'b'], [1, null]), [
    ['a', 1],
    ['b', null],
  ])
  t.deepEqual(zip([], []), [])
  t.deepEqual(zip(Int32Array.of(1), ['a']), [[1, 'a']])
  t.throws(() => zip([1, 2], [1]), { instanceOf: RangeError, message: 'lengths must be equal, got 2 and 1' })
})
