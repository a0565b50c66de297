import test from 'ava'
import { isClear } from '../../src/statistics/difference.ts'

test('a difference is clear beyond two of its errors, and never without one', t => {
  t.true(isClear({ value: -0.21, error: 0.1 }))
  t.false(isClear({ value: 0.2, error: 0.1 }))
  t.false(isClear({ value: 0, error: 0 }))
  t.false(isClear({ value: 0.9, error: null }))
})
