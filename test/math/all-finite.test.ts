import test from 'ava'
import fc from 'fast-check'
import { allFinite } from '../../src/math/all-finite.ts'

test('it says what a look at each number says', t => {
  fc.assert(
    fc.property(fc.float32Array({ maxLength: 40 }), fc.float64Array({ maxLength: 40 }), (single, double) => {
      t.is(allFinite(single), single.every(Number.isFinite))
      t.is(allFinite(double), double.every(Number.isFinite))
    }),
  )
})
